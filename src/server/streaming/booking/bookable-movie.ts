import type { Db } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { movieNotFound } from '../not-found.ts';
import { type BookedMovie, type DatedMovie, findMovieRow } from './queries.ts';

/** Throws movie_not_found, film_not_ready. */
export const requireSellableMovie = async (db: Db, movieId: number): Promise<DatedMovie> =>
  requireSellable(await findMovieRow(db, movieId));

/**
 * Like `requireDated`, with a package. The slot check refuses days before booking opens. Throws
 * movie_not_found, film_not_ready.
 */
export function requireSellable(movie: BookedMovie | undefined): DatedMovie {
  const dated = requireDated(movie);
  if (dated.packageId === null) throw new AppError('film_not_ready');
  return dated;
}

/** Throws movie_not_found. */
export const requireDatedMovie = async (db: Db, movieId: number): Promise<DatedMovie> =>
  requireDated(await findMovieRow(db, movieId));

/**
 * An active film with a streaming date, even if booking is not open yet. Throws movie_not_found.
 */
function requireDated(movie: BookedMovie | undefined): DatedMovie {
  if (movie?.active !== 'Y' || !movie.streamingStartDate) throw movieNotFound();
  return { ...movie, streamingStartDate: movie.streamingStartDate };
}
