import { TELEVISION_OPEN_SECONDS } from '#domain/limits/television.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import {
  clearRequest,
  listTelevisions,
  movieExists,
  recordTelevisionPoll,
  requestMovie,
} from './queries.ts';

const NO_FILM = { movieId: null };

/** A browser that was signed in without a code is no television, and gets no film. */
export async function pollTelevision({ db, now }: Deps, { sessionId }: Viewer) {
  if (!sessionId) return NO_FILM;
  const request = await recordTelevisionPoll(db, sessionId, now());
  if (!request?.requestedAt) return NO_FILM;
  await clearRequest(db, sessionId, request.requestedAt);
  return request.requestedAt >= openSince(now()) ? { movieId: request.requestedMovieId } : NO_FILM;
}

const openSince = (now: Date) => new Date(now.getTime() - TELEVISION_OPEN_SECONDS * 1000);

/** Without the television that asks. */
export async function listOpenTelevisions({ db, now }: Deps, { userId, sessionId }: Viewer) {
  const televisions = await listTelevisions(db, userId, openSince(now()));
  return { content: televisions.filter((each) => each.sessionId !== sessionId) };
}

/** Throws movie_not_found, and television_not_open also for the television of another viewer. */
export async function watchOnTelevision(
  { db, now }: Deps,
  {
    viewer: { userId },
    sessionId,
    movieId,
  }: { viewer: Viewer; sessionId: string; movieId: number },
) {
  if (!(await movieExists(db, movieId))) throw new AppError('movie_not_found');
  const request = { requestedMovieId: movieId, requestedAt: now() };
  if (!(await requestMovie(db, { userId, sessionId, openSince: openSince(now()) }, request)))
    throw new AppError('television_not_open');
}
