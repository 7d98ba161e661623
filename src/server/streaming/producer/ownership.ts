import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { findOwnChannel, findOwnMovie } from './queries.ts';

/** Throws channel_not_found, also for channels of other producers. */
export const requireOwnChannel = async ({ db }: Deps, { userId }: Viewer, channelId: number) =>
  (await findOwnChannel(db, userId, channelId)) ?? throwError(new AppError('channel_not_found'));

/**
 * Throws movie_not_found, also for films of other producers. Chosen: a film in channels of two
 * producers shows its sales to both, because only the operator adds films to channels.
 */
export const requireOwnMovie = async ({ db }: Deps, { userId }: Viewer, movieId: number) =>
  (await findOwnMovie(db, userId, movieId)) ?? throwError(new AppError('producer_movie_not_found'));
