import type { Db } from '../../../db/database.ts';
import { RowError } from './errors.ts';
import { type KnownMovie, knownMovies, knownUsers } from './queries.ts';

/** Films and people by the names that the file gives them, from this import or an earlier one. Throw RowError. */
export interface References {
  movie: (ref: string) => KnownMovie;
  user: (ref: string) => number;
}

export async function readReferences(db: Db): Promise<References> {
  const movies = new Map((await knownMovies(db)).map((movie) => [movie.ref, movie]));
  const users = new Map((await knownUsers(db)).map(({ ref, userId }) => [ref, userId]));
  return {
    movie: (ref) => found(movies.get(ref), 'film', ref),
    user: (ref) => found(users.get(ref), 'user', ref),
  };
}

export const idsOf = (references: References, movies: string[]): number[] =>
  movies.map((ref) => references.movie(ref).movieId);

function found<T>(value: T | undefined, kind: string, ref: string): T {
  if (value === undefined) throw new RowError(`there is no ${kind} "${ref}"`, `there is no such ${kind}`, ref);
  return value;
}
