import { cinemaDay } from '#domain/fiscal-year.ts';
import { commonMessages } from '#messages/common.ts';
import type { Deps } from '../../deps.ts';
import { useNetworkLimits } from '../../network-limits.ts';
import { perHour } from '../../rate-limits.ts';
import { movieNotFound } from '../not-found.ts';
import { addVisit } from './queries.ts';

/**
 * Chosen: mobile networks put many viewers behind one address, and a counted visit costs one small
 * statement.
 */
const LIMIT = perHour('visits', 300, commonMessages.tryAgain);

interface LinkVisit {
  movieId: number;
  linkSource: string;
  ip: string;
}

/** Throws too_many_requests, movie_not_found. */
export async function countVisit(
  deps: Deps,
  { movieId, linkSource, ip }: LinkVisit,
): Promise<void> {
  await useNetworkLimits(deps, LIMIT, ip);
  if (!(await addVisit({ db: deps.db, movieId, day: cinemaDay(deps.now()), linkSource })))
    throw movieNotFound();
}
