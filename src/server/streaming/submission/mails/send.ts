import type { Deps } from '../../../deps.ts';
import { isProvenAddress } from '../../../message-budget/mail-address.ts';
import { findProfile } from '../../booking/queries.ts';
import { type OutgoingMail, sendOutbox } from '../../outbox.ts';
import { findSubmission, type StepRow, type SubmittedFilm } from '../queries.ts';
import { validAddress } from './address.ts';
import { composeStepMail } from './step-mail.ts';
import { findFee } from '../fees/queries.ts';
import { composeHeldFeeMail } from './fee-mail.ts';
import { type FeeMail, feeMailQueue, recordStage, stepMailQueue } from './queries.ts';

/**
 * Records the steps `scheduled` and `streaming`, then mails all new steps. Returns the number of
 * mails sent.
 */
export async function sendSubmissionMails(deps: Deps, signal?: AbortSignal): Promise<number> {
  const { db } = deps;
  // Chosen: a film whose date has already come skips `scheduled`.
  await recordStage(db, 'scheduled', deps.now());
  await recordStage(db, 'streaming', deps.now());
  const stepMails = sendOutbox(
    deps,
    {
      ...stepMailQueue,
      compose: (step) => compose(deps, step),
      logFields: ({ stepId, stage, movieId }) => ({ step: stepId, stage, movie: movieId }),
    },
    signal,
  );
  const feeMails = sendOutbox(
    deps,
    {
      ...feeMailQueue,
      compose: (mail) => composeAboutFee(deps, mail),
      logFields: ({ feeId, kind }) => ({ fee: feeId, kind }),
    },
    signal,
  );
  const [stepCount, feeCount] = await Promise.all([stepMails, feeMails]);
  return stepCount + feeCount;
}

async function compose({ db, config }: Deps, step: StepRow): Promise<OutgoingMail | null> {
  const film = await findSubmission(db, step.movieId);
  if (!film || !isStillValid(step, film)) return null;
  const { contactEmail, userId } = film.submission;
  const profile = userId === null ? undefined : await findProfile(db, userId);
  const address = validAddress(contactEmail, profile?.emailId);
  if (!address) return null;
  const isProven = isProvenAddress(profile, address);
  const mail = composeStepMail(config, { step, film, recipient: { address, isProven } });
  return { mail, kind: 'submission', accountId: userId, isProven };
}

/**
 * Chosen: as of a ticket, money that waits is told only to an address that its owner has proven.
 */
async function composeAboutFee(
  { db, config }: Deps,
  { feeId }: FeeMail,
): Promise<OutgoingMail | null> {
  const { fee, heldValue } = (await findFee(db, feeId)) ?? {};
  if (!fee || fee.userId === null || heldValue == null) return null;
  const profile = await findProfile(db, fee.userId);
  const address = validAddress(profile?.emailId);
  if (!address || !isProvenAddress(profile, address)) return null;
  const mail = composeHeldFeeMail(config, { fee, heldValue, address });
  return { mail, kind: 'held', accountId: fee.userId, isProven: true };
}

/** False for `scheduled` and `streaming` when the film was withdrawn in the meantime. */
function isStillValid({ stage }: StepRow, { movie }: SubmittedFilm): boolean {
  if (stage === 'scheduled') return movie.active === 'Y' && movie.streamingStartDate !== null;
  return stage !== 'streaming' || movie.active === 'Y';
}
