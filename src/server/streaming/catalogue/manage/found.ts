import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../errors.ts';
import { filmsNamed, type MovieRow } from './queries.ts';

/** What a person calls a film: the reference of its catalogue, or else its key. */
export const callName = ({ importRef, movieKey }: Pick<MovieRow, 'importRef' | 'movieKey'>): string =>
  importRef ?? movieKey;

/** The film of a key, a reference or a number. Throws film_unknown. */
export async function filmOf(db: Db, name: string): Promise<MovieRow> {
  const [film] = await filmsNamed(db, name);
  if (!film) throw new AppError('not_found', 'film_unknown', text.noFilm(name));
  return film;
}

export async function filmsOf(db: Db, names: string[]): Promise<MovieRow[]> {
  const films = [];
  for (const name of names) films.push(await filmOf(db, name));
  if (new Set(films.map(({ movieId }) => movieId)).size < films.length)
    throw new AppError('invalid', 'film_twice', text.nameTwice);
  return films;
}

export const notThere = (message: string) => new AppError('not_found', 'not_found', message);
export const refused = (code: string, message: string) => new AppError('conflict', code, message);
