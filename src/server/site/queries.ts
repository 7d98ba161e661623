import { eq, gt } from 'drizzle-orm';
import { movieSlug } from '#domain/slug.ts';
import type { Db } from '../db/database.ts';
import { movies, removedMovies } from '../db/schema/catalogue.ts';

export type MovieState = { is: 'shown'; slug: string } | { is: 'withdrawn' } | { is: 'unknown' };

/** What became of the film with this key, and by which name its address goes. */
export async function movieState(db: Db, movieKey: string): Promise<MovieState> {
  const { movieName, active, streamingStartDate } = movies;
  const [movie] = await db
    .select({ movieName, active, streamingStartDate })
    .from(movies)
    .where(eq(movies.movieKey, movieKey));
  if (movie?.active === 'Y') return { is: 'shown', slug: movieSlug(movie.movieName) };
  // Chosen: what never got a day to stream (a film that somebody submitted) never was on show, so it was not withdrawn either.
  if (movie) return { is: movie.streamingStartDate ? 'withdrawn' : 'unknown' };
  const [removed] = await db.select().from(removedMovies).where(eq(removedMovies.movieKey, movieKey));
  return { is: removed ? 'withdrawn' : 'unknown' };
}

/** How many films changed or left after a cursor of the changes feed. */
export async function changesAfter(db: Db, cursor: string): Promise<number> {
  const after = Number.parseInt(cursor, 10) || 0;
  const changed = await db.$count(movies, gt(movies.changeNo, after));
  return changed + (await db.$count(removedMovies, gt(removedMovies.changeNo, after)));
}
