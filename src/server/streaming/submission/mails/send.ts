import type { Deps } from '../../../deps.ts';
import type { Mail } from '../../../ports/messenger/messenger.ts';
import { findReader } from '../../booking/mails/queries.ts';
import { sendDue } from '../../outbox.ts';
import { findSubmission, type StepRow, type SubmittedFilm } from '../queries.ts';
import { writeStep } from './letter.ts';
import { claimDueStep, closeStep, noteStage } from './queries.ts';

/** Notes which accepted films have their day, and which are on show, then tells makers of every step; returns how many. */
export async function tellMakers(deps: Deps, signal?: AbortSignal): Promise<number> {
  const { db } = deps;
  // Chosen: a film whose day is today skips `scheduled`.
  await noteStage(db, 'scheduled', deps.now());
  await noteStage(db, 'streaming', deps.now());
  return sendDue(
    deps,
    {
      claim: (now) => claimDueStep(db, now),
      write: (step) => write(deps, step),
      close: (step, end, now) => closeStep(db, step, end, now),
      about: ({ stepId, stage, movieId }) => ({ step: stepId, stage, movie: movieId }),
    },
    signal,
  );
}

async function write(deps: Deps, step: StepRow): Promise<Mail | null> {
  const film = await findSubmission(deps.db, step.movieId);
  const to = film && (await addressOf(deps, film));
  return film && to && isTrue(step, film) ? writeStep(deps.config, step, film, to) : null;
}

/** One address and nothing else: the form takes any words (spec §5), and a list of addresses would be written to as one. */
const ONE_ADDRESS = /^[^\s@,;<>"()[\]\\:]+@[^\s@,;<>"()[\]\\:]+\.[^\s@,;<>"()[\]\\:]+$/;

/** The contact's address; the profile's where the contact's is none. */
async function addressOf(
  { db }: Deps,
  { submission: { contactEmail, userId } }: SubmittedFilm,
): Promise<string | null> {
  const profile = userId === null ? undefined : await findReader(db, userId);
  return [contactEmail, profile?.emailId].find((address) => address && ONE_ADDRESS.test(address)) ?? null;
}

/** Whether what the letter would say still holds: a film that was withdrawn meanwhile has no day and is not on show. */
function isTrue({ stage }: StepRow, { movie }: SubmittedFilm): boolean {
  if (stage === 'scheduled') return movie.active === 'Y' && movie.streamingStartDate !== null;
  return stage !== 'streaming' || movie.active === 'Y';
}
