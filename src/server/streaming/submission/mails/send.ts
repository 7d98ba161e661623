import type { Deps } from '../../../deps.ts';
import type { Mail } from '../../../ports/messenger/messenger.ts';
import { sendOutbox } from '../../outbox.ts';
import { findSubmission, type StepRow, type SubmittedFilm } from '../queries.ts';
import { findProfileAddress, validAddress } from './address.ts';
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

async function compose(deps: Deps, step: StepRow): Promise<Mail | null> {
  const film = await findSubmission(deps.db, step.movieId);
  const to = film && (await findAddress(deps, film));
  return film && to && isStillValid(step, film) ? composeStepMail(deps.config, step, film, to) : null;
}

const findAddress = async ({ db }: Deps, { submission: { contactEmail, userId } }: SubmittedFilm) =>
  validAddress(contactEmail, await findProfileAddress(db, userId));

/** False for `scheduled` and `streaming` when the film was withdrawn in the meantime. */
function isStillValid({ stage }: StepRow, { movie }: SubmittedFilm): boolean {
  if (stage === 'scheduled') return movie.active === 'Y' && movie.streamingStartDate !== null;
  return stage !== 'streaming' || movie.active === 'Y';
}
