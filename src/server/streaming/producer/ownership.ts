import { producerFileMessages as text } from '#messages/producer-files.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { findOwnChannel, findOwnMovie } from './queries.ts';

/** The channel, where it is this viewer's. Throws channel_not_found. */
export const ownChannel = async ({ db }: Deps, { userId }: Viewer, channelId: number) =>
  (await findOwnChannel(db, userId, channelId)) ??
  raise(new AppError('not_found', 'channel_not_found', text.channelNotFound));

/**
 * The film, where it is in a channel of this viewer. Throws movie_not_found.
 * Chosen: channels alone say whose sales a film's are. A film in the channels of two producers shows its sales to both: it
 * is the house that puts films into channels.
 */
export const ownMovie = async ({ db }: Deps, { userId }: Viewer, movieId: number) =>
  (await findOwnMovie(db, userId, movieId)) ?? raise(new AppError('not_found', 'movie_not_found', text.movieNotFound));
