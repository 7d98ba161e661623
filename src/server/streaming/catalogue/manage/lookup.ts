import { nearestName } from '#domain/nearest-name.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../errors.ts';
import { filmsLike, filmsNamed, findGenre, findLanguage, listGenres, listLanguages, type MovieRow } from './queries.ts';

/** What a person calls a film: the reference of its catalogue, or else its key. */
export const callName = ({ importRef, movieKey }: Pick<MovieRow, 'importRef' | 'movieKey'>): string =>
  importRef ?? movieKey;

/** The film of a key, a reference or a number. Throws film_unknown. */
export async function filmOf(db: Db, name: string): Promise<MovieRow> {
  const [film] = await filmsNamed(db, name);
  if (!film) throw new AppError('not_found', 'film_unknown', text.noFilm(name, await nearestFilm(db, name)));
  return film;
}

/** The reference of the film that a mistyped reference, or the film's own name, most likely means. */
async function nearestFilm(db: Db, name: string): Promise<string | null> {
  const callNames = new Map(
    (await filmsLike(db, name)).flatMap((film) =>
      [film.importRef, film.movieNameEn, film.movieName].flatMap((known) => (known ? [[known, callName(film)]] : [])),
    ) as [string, string][],
  );
  return callNames.get(nearestName(name, [...callNames.keys()]) ?? '') ?? null;
}

/** The genre of a name, whatever its case. Throws not_found. */
export async function genreOf(db: Db, name: string) {
  const found = await findGenre(db, name);
  if (found) return found;
  const names = (await listGenres(db)).map(({ genreName }) => genreName);
  throw notThere(text.noGenre(name, nearestName(name, names)));
}

/** The language of a name, whatever its case. Throws not_found. */
export async function languageOf(db: Db, name: string) {
  const found = await findLanguage(db, name);
  if (found) return found;
  const names = (await listLanguages(db)).map(({ languageName }) => languageName);
  throw notThere(text.noLanguage(name, nearestName(name, names)));
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
