import type { Deps } from '../../../deps.ts';
import { isProvenAddress } from '../../../message-budget/mail-address.ts';
import { findProfile } from '../../booking/queries.ts';
import { type OutgoingMail, sendOutbox } from '../../outbox.ts';
import { findSubmission, type StepRow, type SubmittedFilm } from '../queries.ts';
import { validAddress } from './address.ts';
import { composeStepMail } from './step-mail.ts';
import { recordStage, stepMailQueue } from './queries.ts';

/** Records the steps `scheduled` and `streaming`, then mails all new steps. Returns the number of mails sent. */
export async function sendSubmissionMails(deps: Deps, signal?: AbortSignal): Promise<number> {
  const { db } = deps;
  // Chosen: a film whose date has already come skips `scheduled`.
  await recordStage(db, 'scheduled', deps.now());
  await recordStage(db, 'streaming', deps.now());
  return sendOutbox(
    deps,
    {
      ...stepMailQueue,
      compose: (step) => compose(deps, step),
      logFields: ({ stepId, stage, movieId }) => ({ step: stepId, stage, movie: movieId }),
    },
    signal,
  );
}

async function compose({ db, config }: Deps, step: StepRow): Promise<OutgoingMail | null> {
  const film = await findSubmission(db, step.movieId);
  if (!film || !isStillValid(step, film)) return null;
  const { contactEmail, userId } = film.submission;
  const profile = userId === null ? undefined : await findProfile(db, userId);
  const address = validAddress(contactEmail, profile?.emailId);
  if (!address) return null;
  const isProven = isProvenAddress(profile, address);
  const mail = composeStepMail(config, step, film, { address, isProven });
  return { mail, kind: 'submission', accountId: userId, isProven };
}

/** False for `scheduled` and `streaming` when the film was withdrawn in the meantime. */
function isStillValid({ stage }: StepRow, { movie }: SubmittedFilm): boolean {
  if (stage === 'scheduled') return movie.active === 'Y' && movie.streamingStartDate !== null;
  return stage !== 'streaming' || movie.active === 'Y';
}
