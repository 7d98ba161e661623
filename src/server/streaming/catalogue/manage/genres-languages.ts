import { AppError } from '../../../errors.ts';
import type { Deps } from '../../../deps.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { requireGenre, requireLanguage } from './lookup.ts';
import {
  countFilmsOfGenre,
  countFilmsOfLanguage,
  deleteGenre,
  deleteLanguage,
  findGenre,
  findLanguage,
  insertGenre,
  insertLanguage,
  listGenres,
  listLanguages,
  renameGenreRow,
  renameLanguageRow,
} from './queries.ts';

export const findGenres = ({ db }: Deps) => listGenres(db);
export const findLanguages = ({ db }: Deps) => listLanguages(db);

/** Adds a genre; by default last. Throws genre_exists. */
export async function addGenre(
  { db }: Deps,
  name: string,
  ordering: number | null,
): Promise<Change[]> {
  const existing = await findGenre(db, name);
  const created = existing ? undefined : await insertGenre(db, name, ordering);
  if (!created) throw new AppError('genre_exists', ['genre', existing?.genreName ?? name]);
  return changeOf(`genre ${name}`, null, {
    genreName: created.genreName,
    ordering: created.ordering,
  });
}

/** Throws not_found, genre_exists, same_name. */
export async function renameGenre({ db }: Deps, from: string, to: string): Promise<Change[]> {
  const genre = await requireGenre(db, from);
  const duplicate = await findGenre(db, to);
  if (duplicate && duplicate.genreId !== genre.genreId)
    throw new AppError('genre_exists', ['genre', duplicate.genreName]);
  if (genre.genreName === to) throw new AppError('same_name');
  await renameGenreRow(db, genre.genreId, to);
  return changeOf(`genre ${genre.genreName}`, { genreName: genre.genreName }, { genreName: to });
}

/** Throws not_found, genre_used. */
export async function removeGenre({ db }: Deps, name: string): Promise<Change[]> {
  const { genreId, genreName, ordering } = await requireGenre(db, name);
  const films = await countFilmsOfGenre(db, genreId);
  if (films) throw new AppError('genre_used', ['genre', genreName, films]);
  await deleteGenre(db, genreId);
  return changeOf(`genre ${genreName}`, { genreName, ordering }, null);
}

/** Throws language_exists. */
export async function addLanguage({ db }: Deps, name: string): Promise<Change[]> {
  const existing = await findLanguage(db, name);
  const created = existing ? undefined : await insertLanguage(db, name);
  if (!created) throw new AppError('language_exists', ['language', existing?.languageName ?? name]);
  return changeOf(`language ${name}`, null, { languageName: name });
}

/** Throws not_found, language_exists, same_name. */
export async function renameLanguage({ db }: Deps, from: string, to: string): Promise<Change[]> {
  const language = await requireLanguage(db, from);
  const duplicate = await findLanguage(db, to);
  if (duplicate && duplicate.languageId !== language.languageId)
    throw new AppError('language_exists', ['language', duplicate.languageName]);
  if (language.languageName === to) throw new AppError('same_name');
  await renameLanguageRow({
    tx: db,
    languageId: language.languageId,
    from: language.languageName,
    to,
  });
  return changeOf(
    `language ${language.languageName}`,
    { languageName: language.languageName },
    { languageName: to },
  );
}

/** Viewers who chose the language no longer have it. Throws not_found, language_used. */
export async function removeLanguage({ db }: Deps, name: string): Promise<Change[]> {
  const { languageId, languageName } = await requireLanguage(db, name);
  const films = await countFilmsOfLanguage(db, languageName);
  if (films) throw new AppError('language_used', ['language', languageName, films]);
  await deleteLanguage(db, languageId, languageName);
  return changeOf(`language ${languageName}`, { languageName }, null);
}
