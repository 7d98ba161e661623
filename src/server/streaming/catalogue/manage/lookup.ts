import { nearestName } from '#domain/nearest-name.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../errors.ts';
import {
  filmsResembling,
  filmsByKeyRefOrId,
  findGenre,
  findLanguage,
  listGenres,
  listLanguages,
  type MovieRow,
} from './queries.ts';

/** The name of a film in commands: its catalogue reference, or its key. */
export const filmRef = ({
  importRef,
  movieKey,
}: Pick<MovieRow, 'importRef' | 'movieKey'>): string => importRef ?? movieKey;

/** Finds a film by key, reference or id. Throws film_unknown. */
export async function requireFilm(db: Db, name: string): Promise<MovieRow> {
  const [film] = await filmsByKeyRefOrId(db, name);
  if (!film) throw new AppError('film_unknown', [name, await nearestFilm(db, name)]);
  return film;
}

async function nearestFilm(db: Db, name: string): Promise<string | null> {
  const refsByName = new Map(
    (await filmsResembling(db, name)).flatMap((film) =>
      [film.importRef, film.movieNameEn, film.movieName].flatMap((candidate) =>
        candidate ? [[candidate, filmRef(film)]] : [],
      ),
    ) as [string, string][],
  );
  return refsByName.get(nearestName(name, [...refsByName.keys()]) ?? '') ?? null;
}

/** Ignores case. Throws not_found. */
export async function requireGenre(db: Db, name: string) {
  const found = await findGenre(db, name);
  if (found) return found;
  const names = (await listGenres(db)).map(({ genreName }) => genreName);
  throw new AppError('genre_name_not_found', [name, nearestName(name, names)]);
}

/** Ignores case. Throws not_found. */
export async function requireLanguage(db: Db, name: string) {
  const found = await findLanguage(db, name);
  if (found) return found;
  const names = (await listLanguages(db)).map(({ languageName }) => languageName);
  throw new AppError('language_name_not_found', [name, nearestName(name, names)]);
}

export async function requireFilms(db: Db, names: string[]): Promise<MovieRow[]> {
  const films = [];
  for (const name of names) films.push(await requireFilm(db, name));
  if (new Set(films.map(({ movieId }) => movieId)).size < films.length)
    throw new AppError('film_twice');
  return films;
}
