import { operatorMessages as text } from '#messages/operator.ts';
import type { Deps } from '../../../deps.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { genreOf, languageOf, refused } from './found.ts';
import {
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

/** A new genre, behind the others unless `ordering` says where. Throws genre_exists. */
export async function addGenre({ db }: Deps, name: string, ordering: number | null): Promise<Change[]> {
  const there = await findGenre(db, name);
  const made = there ? undefined : await insertGenre(db, name, ordering);
  if (!made) throw refused('genre_exists', text.exists('genre', there?.genreName ?? name));
  return changeOf(`genre ${name}`, null, { genreName: made.genreName, ordering: made.ordering });
}

/** Another name for a genre, in all its films. Throws not_found, genre_exists. */
export async function renameGenre({ db }: Deps, from: string, to: string): Promise<Change[]> {
  const genre = await genreOf(db, from);
  const other = await findGenre(db, to);
  if (other && other.genreId !== genre.genreId) throw refused('genre_exists', text.exists('genre', other.genreName));
  if (genre.genreName === to) throw refused('same_name', text.lastName);
  await renameGenreRow(db, genre.genreId, to);
  return changeOf(`genre ${genre.genreName}`, { genreName: genre.genreName }, { genreName: to });
}

/** A new language of films. Throws language_exists. */
export async function addLanguage({ db }: Deps, name: string): Promise<Change[]> {
  const there = await findLanguage(db, name);
  const made = there ? undefined : await insertLanguage(db, name);
  if (!made) throw refused('language_exists', text.exists('language', there?.languageName ?? name));
  return changeOf(`language ${name}`, null, { languageName: name });
}

/** Another name for a language, in its films and in viewers' choices. Throws not_found, language_exists. */
export async function renameLanguage({ db }: Deps, from: string, to: string): Promise<Change[]> {
  const language = await languageOf(db, from);
  const other = await findLanguage(db, to);
  if (other && other.languageId !== language.languageId)
    throw refused('language_exists', text.exists('language', other.languageName));
  if (language.languageName === to) throw refused('same_name', text.lastName);
  await renameLanguageRow(db, language.languageId, language.languageName, to);
  return changeOf(`language ${language.languageName}`, { languageName: language.languageName }, { languageName: to });
}
