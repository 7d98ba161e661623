import { eq, gt } from 'drizzle-orm';
import { movieSlug } from '#domain/slug.ts';
import type { Db } from '../db/database.ts';
import { movies, removedMovies } from '../db/schema/catalogue.ts';

/**
 * How the site answers the address of a film: its page, 410 (not on show, with a streaming date; or
 * removed), or 404.
 */
export type MovieState =
  | { kind: 'shown'; slug: string }
  | { kind: 'withdrawn' }
  | { kind: 'unknown' };

export async function movieState(db: Db, movieKey: string): Promise<MovieState> {
  const { movieName, active, streamingStartDate } = movies;
  const [movie] = await db
    .select({ movieName, active, streamingStartDate })
    .from(movies)
    .where(eq(movies.movieKey, movieKey));
  if (movie?.active === 'Y') return { kind: 'shown', slug: movieSlug(movie.movieName) };
  // Chosen: without a streaming date, a submitted film was never public and so never withdrawn.
  if (movie) return { kind: movie.streamingStartDate ? 'withdrawn' : 'unknown' };
  const [removed] = await db
    .select()
    .from(removedMovies)
    .where(eq(removedMovies.movieKey, movieKey));
  return { kind: removed ? 'withdrawn' : 'unknown' };
}

export async function countChangesAfter(db: Db, cursor: string): Promise<number> {
  const changeNo = Number.parseInt(cursor, 10) || 0;
  const changedCount = await db.$count(movies, gt(movies.changeNo, changeNo));
  return changedCount + (await db.$count(removedMovies, gt(removedMovies.changeNo, changeNo)));
}
