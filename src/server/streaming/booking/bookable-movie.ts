import { bookingMessages } from '#messages/booking.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { movieNotFound } from '../not-found.ts';
import { type BookedMovie, findMovieRow } from './queries.ts';

/** Like `requireDatedMovie`, with a package. The slot check refuses days before booking opens. Throws movie_not_found, film_not_ready. */
export async function requireSellableMovie(db: Db, movieId: number): Promise<BookedMovie> {
  const movie = await requireDatedMovie(db, movieId);
  if (movie.packageId === null) throw new AppError('conflict', 'film_not_ready', bookingMessages.filmNotReady);
  return movie;
}

/** An active film with a streaming date, even if booking is not open yet. Throws movie_not_found. */
export async function requireDatedMovie(db: Db, movieId: number): Promise<BookedMovie> {
  const movie = await findMovieRow(db, movieId);
  if (movie?.active !== 'Y' || !movie.streamingStartDate) throw movieNotFound();
  return movie;
}
