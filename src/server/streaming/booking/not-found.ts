import { bookingMessages } from '#messages/booking.ts';
import { detailMessages } from '#messages/details.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { type BookedMovie, findMovieRow } from './queries.ts';

export const movieNotFound = () => new AppError('not_found', 'movie_not_found', detailMessages.notFound);
/** Another person's order is not found, as if there were none. */
export const orderNotFound = () => new AppError('not_found', 'order_not_found', bookingMessages.orderNotFound);

/** A film that tickets can be bought for now. Throws movie_not_found, film_not_ready. */
export async function sellableMovie(db: Db, movieId: number): Promise<BookedMovie> {
  const movie = await bookableMovie(db, movieId);
  if (movie.packageId === null) throw new AppError('conflict', 'film_not_ready', bookingMessages.filmNotReady);
  return movie;
}

/** A film that is on show with a day to stream. Throws movie_not_found. */
export async function bookableMovie(db: Db, movieId: number): Promise<BookedMovie> {
  const movie = await findMovieRow(db, movieId);
  if (movie?.active !== 'Y' || !movie.streamingStartDate) throw movieNotFound();
  return movie;
}
