import { type Credit, writeCredit } from '#domain/crew.ts';
import { canBeShown } from '#domain/film.ts';
import { toRupees } from '#domain/pricing.ts';
import { searchColumns } from '#domain/search-key.ts';
import { movieSlug } from '#domain/slug.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { type Change, changeOf, type Facts } from '../../../operator/change.ts';
import { newKey } from '../movie-key.ts';
import { findSubmission, stageOf } from '../../submission/queries.ts';
import { callName, filmOf, genreOf, languageOf, refused } from './found.ts';
import {
  castOf,
  changeFilm,
  deleteFilm,
  type FilmFilter,
  genresOf,
  holdFilm,
  idOfPackage,
  insertFilm,
  listFilms,
  lockFilm,
  type MovieRow,
  type NewMovie,
  openTickets,
  packageKeys,
  setCast,
  setGenres,
  ticketsBefore,
  usesOfFilm,
} from './queries.ts';
import type { KeptMedia } from './media.ts';

type Plain = Pick<
  NewMovie,
  | 'movieName'
  | 'movieNameEn'
  | 'movieType'
  | 'primaryLanguage'
  | 'movieDescription'
  | 'movieDescriptionOwn'
  | 'countryOfProduction'
  | 'yearProduced'
  | 'yearReleased'
  | 'releaseDate'
  | 'runningTime'
  | 'ageRating'
  | 'ticketRate'
  | 'streamingStartDate'
>;
/** What may be said of a film; undefined stays as it is. */
export interface FilmChange extends Partial<{ [Name in keyof Plain]: Plain[Name] | undefined }> {
  genres?: string[] | undefined;
  /** In place of the cast and crew that it has. */
  cast?: Credit[] | undefined;
}
export interface NewFilm extends FilmChange {
  movieName: string;
  movieType: string;
  primaryLanguage: string;
  ticketRate: number;
  ref?: string | undefined;
}

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

const FACTS = [
  'movieKey',
  'importRef',
  'movieName',
  'movieNameEn',
  'movieType',
  'primaryLanguage',
  'movieDescription',
  'movieDescriptionOwn',
  'countryOfProduction',
  'yearProduced',
  'yearReleased',
  'releaseDate',
  'runningTime',
  'ageRating',
  'streamingStartDate',
  'active',
  'poster',
  'banner',
  'trailorUrl',
  'teaserUrl',
] as const;

/** What stands in the log and on the screen of films; the money in rupees. */
async function factsOfAll(db: Db, films: MovieRow[]): Promise<Facts[]> {
  const genres = await genresOf(
    db,
    films.map(({ movieId }) => movieId),
  );
  const keys = await packageKeys(db, [...new Set(films.flatMap(({ packageId }) => packageId ?? []))]);
  return films.map((film) => ({
    ...Object.fromEntries(FACTS.map((name) => [name, film[name]])),
    ticketRate: toRupees(film.ticketRate),
    genres: genres.get(film.movieId),
    package: (film.packageId && keys.get(film.packageId)) ?? null,
  }));
}

const factsOf = async (db: Db, film: MovieRow): Promise<Facts> => ({
  ...(await factsOfAll(db, [film]))[0]!,
  cast: (await castOf(db, film.movieId)).map(writeCredit),
});

/** Films, newest first. */
export async function findFilms({ db }: Deps, filter: FilmFilter): Promise<Facts[]> {
  const films = await listFilms(db, filter);
  const facts = await factsOfAll(db, films);
  return films.map(({ movieId }, at) => ({ movieId, ...facts[at] }));
}

export async function showFilm({ db, now }: Deps, name: string): Promise<Facts> {
  const film = await filmOf(db, name);
  const { movieId } = film;
  return {
    movieId,
    ...(await factsOf(db, film)),
    cast: await castOf(db, movieId),
    avgRating: film.avgRating,
    reviews: film.overallRank,
    openTickets: await openTickets(db, movieId, now()),
  };
}

/** A genre or a language is one that the house has, in its own spelling. Throws not_found. */
async function checkedNames(db: Db, { genres, primaryLanguage }: FilmChange) {
  const names: string[] = [];
  for (const name of genres ?? []) names.push((await genreOf(db, name)).genreName);
  const language = primaryLanguage && (await languageOf(db, primaryLanguage));
  return { genres: genres && [...new Set(names)], ...(language && { primaryLanguage: language.languageName }) };
}

/** A new film. Chosen: it is not shown until it is activated, so that nobody buys what is half there. */
export async function addFilm({ db, now }: Deps, { ref, ...wanted }: NewFilm, media: KeptMedia): Promise<Change[]> {
  const { genres, cast, ...film } = { ...wanted, ...(await checkedNames(db, wanted)) };
  const importRef = ref ?? movieSlug(film.movieNameEn ?? film.movieName);
  const made = await insertFilm(db, {
    ...(given(film) as typeof film),
    ...(await columnsOf(db, media)),
    movieKey: newKey(),
    importRef,
    active: 'N',
    createdOn: now(),
    ...searchColumns(film),
  });
  if (!made) throw refused('ref_taken', text.refTaken(importRef));
  if (genres) await setGenres(db, made.movieId, genres);
  if (cast) await setCast(db, made.movieId, cast);
  return changeOf(`movie ${importRef}`, null, await factsOf(db, made));
}

/** The columns of media that were kept; what was not given is left out. */
async function columnsOf(db: Db, { film, ...addresses }: KeptMedia): Promise<Partial<NewMovie>> {
  return { ...given(addresses), ...(film && { packageId: await idOfPackage(db, film) }) };
}

/** Changes what is given, and nothing else. Throws film_unknown, not_found, no_package. */
export async function editFilm(
  { db }: Deps,
  name: string,
  wanted: FilmChange,
  media: KeptMedia = {},
  evenWithoutFilm = false,
): Promise<Change[]> {
  const film = await holdFilm(db, (await filmOf(db, name)).movieId);
  const before = await factsOf(db, film);
  const { genres, cast, ...plain } = { ...wanted, ...(await checkedNames(db, wanted)) };
  const names = { movieName: film.movieName, movieNameEn: film.movieNameEn, ...given(plain) };
  if (genres) await setGenres(db, film.movieId, genres);
  if (cast) await setCast(db, film.movieId, cast);
  const changed = await changeFilm(db, film.movieId, {
    ...given(plain),
    ...(await columnsOf(db, media)),
    ...searchColumns(names),
  });
  // One that was shown without its package before may be changed otherwise.
  if (changed.active === 'Y' && isReady(film) && !evenWithoutFilm) refuseUnready(changed);
  return changeOf(`movie ${callName(film)}`, before, await factsOf(db, changed));
}

/** Says when a film opens; null takes it out of the programme. Throws sold_before if tickets of earlier hours are sold, no_package. */
export async function scheduleFilm(
  deps: Deps,
  name: string,
  streamingStartDate: Date | null,
  {
    releaseDate,
    evenIfSold,
    evenWithoutFilm,
  }: { releaseDate?: Date | undefined; evenIfSold?: boolean; evenWithoutFilm?: boolean } = {},
): Promise<Change[]> {
  const { movieId } = await filmOf(deps.db, name);
  const sold = await ticketsBefore(deps.db, movieId, deps.now(), streamingStartDate);
  if (sold && !evenIfSold) throw refused('sold_before', text.soldBefore(sold));
  return editFilm(deps, name, { streamingStartDate, releaseDate }, {}, evenWithoutFilm);
}

/**
 * Puts a film on show. Throws no_package unless the film can be shown. Chosen: `evenWithoutFilm` announces a film before its package
 * is there; it is not sold until then. A film without a poster gets one drawn.
 */
export async function activateFilm({ db }: Deps, name: string, evenWithoutFilm = false): Promise<Change[]> {
  const film = await holdFilm(db, (await filmOf(db, name)).movieId);
  await refuseUndecided(db, film);
  if (!evenWithoutFilm) refuseUnready(film);
  return setActive(db, film, 'Y');
}

const isReady = (film: MovieRow) => canBeShown({ ...film, hasPackage: film.packageId !== null });

function refuseUnready(film: MovieRow): void {
  if (!isReady(film)) throw refused('no_package', text.noPackageNoStart(callName(film)));
}

/** A film that a maker submitted is shown once the house has said yes. Throws not_accepted. */
async function refuseUndecided(db: Db, film: MovieRow): Promise<void> {
  const isSubmitted = await findSubmission(db, film.movieId);
  const stage = isSubmitted && (await stageOf(db, film.movieId));
  if (stage && !['accepted', 'scheduled', 'streaming'].includes(stage))
    throw refused('not_accepted', text.notAccepted(callName(film), stage, film.movieId));
}

/** Takes a film off. Its tickets that nobody played are returned by the reconciler. */
export async function withdrawFilm({ db }: Deps, name: string): Promise<Change[]> {
  return setActive(db, await holdFilm(db, (await filmOf(db, name)).movieId), 'N');
}

/** Deletes a film that nobody bought, played or reviewed. Its files stay: other films may use them. Throws film_submitted, film_in_use. */
export async function removeFilm({ db }: Deps, name: string): Promise<Change[]> {
  const film = await lockFilm(db, (await filmOf(db, name)).movieId);
  const { submissions, ...uses } = await usesOfFilm(db, film.movieId);
  if (submissions) throw refused('film_submitted', text.filmSubmitted(callName(film), film.movieId));
  if (Object.values(uses).some(Boolean)) throw refused('film_in_use', text.filmInUse(callName(film), uses));
  const before = await factsOf(db, film);
  await deleteFilm(db, film);
  return changeOf(`movie ${callName(film)}`, before, null);
}

async function setActive(db: Db, film: MovieRow, active: 'Y' | 'N'): Promise<Change[]> {
  if (film.active !== active) await changeFilm(db, film.movieId, { active });
  return changeOf(`movie ${callName(film)}`, { active: film.active }, { active });
}
