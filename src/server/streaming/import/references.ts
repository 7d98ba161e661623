import type { Db } from '../../db/database.ts';
import { RowError } from './errors.ts';
import { type ExistingMovie, existingMovies, existingUsers } from './queries.ts';

/**
 * Resolves references of the file, from this import or an earlier one. Both functions throw
 * RowError.
 */
export interface References {
  movie: (ref: string) => ExistingMovie;
  user: (ref: string) => number;
}

export async function readReferences(db: Db): Promise<References> {
  const movies = new Map((await existingMovies(db)).map((movie) => [movie.ref, movie]));
  const users = new Map((await existingUsers(db)).map(({ ref, userId }) => [ref, userId]));
  return {
    movie: (ref) => requireFound(movies.get(ref), 'film', ref),
    user: (ref) => requireFound(users.get(ref), 'user', ref),
  };
}

export const idsOf = (references: References, movies: string[]): number[] =>
  movies.map((ref) => references.movie(ref).movieId);

function requireFound<T>(value: T | undefined, kind: string, ref: string): T {
  if (value === undefined)
    throw new RowError(`there is no ${kind} "${ref}"`, `there is no such ${kind}`, ref);
  return value;
}
