import type { Active } from '#domain/active.ts';
import { firstOf } from '#domain/existing.ts';
import { FILM_COLUMNS } from '#domain/film-fields.ts';
import type { MovieType } from '#domain/film.ts';
import { type Credit, formatCredit } from '#domain/crew.ts';
import { canBeShown } from '#domain/film.ts';
import { toRupees, type Paise } from '#domain/pricing.ts';
import { searchColumns } from '#domain/search-key.ts';
import { movieSlug } from '#domain/slug.ts';
import { withoutUndefined } from '#domain/without-undefined.ts';
import { AppError } from '../../../errors.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { type KeysetPage, type KeysetQuery, readKeysetPage } from '../../../keyset-page.ts';
import { type Change, changeOf, type Facts } from '../../../operator/change.ts';
import { newMovieKey } from '../movie-key.ts';
import { filmRef, requireFilm, requireGenre, requireLanguage } from './lookup.ts';
import {
  castOf,
  changeFilm,
  deleteFilm,
  type FilmFilter,
  findLanguage,
  findSubmissionStage,
  genresOf,
  lockFilmForChange,
  findOrInsertPackage,
  insertFilm,
  listFilms,
  lockFilmForRemoval,
  type MovieRow,
  type NewMovie,
  countCurrentTickets,
  packageKeysOf,
  setCast,
  setGenres,
  countOrdersBefore,
  countFilmUses,
} from './queries.ts';
import type { StoredMedia } from './media.ts';

/** What a command may change, without the price. */
const EDITABLE_COLUMNS = [
  ...FILM_COLUMNS,
  'movieType',
  'releaseDate',
  'streamingStartDate',
] as const;
type FilmColumns = Pick<NewMovie, (typeof EDITABLE_COLUMNS)[number] | 'ticketRate'>;
/** Undefined keeps the current value. */
export interface FilmChange extends Partial<{
  [Name in keyof FilmColumns]: FilmColumns[Name] | undefined;
}> {
  genres?: string[] | undefined;
  /** Replaces the whole cast and crew. */
  cast?: Credit[] | undefined;
}
interface NewFilm extends FilmChange {
  movieName: string;
  movieType: MovieType;
  primaryLanguage: string;
  ticketRate: Paise;
  ref?: string | undefined;
}

const FACT_COLUMNS = [
  'movieKey',
  'importRef',
  ...EDITABLE_COLUMNS,
  'active',
  'poster',
  'banner',
  'trailorUrl',
  'teaserUrl',
] as const;

type FilmFacts = Facts & { movieName: string; package: string | null };

/** Money in rupees. */
async function factsOfAll(db: Db, films: MovieRow[]): Promise<FilmFacts[]> {
  const movieIds = films.map(({ movieId }) => movieId);
  const genres = await genresOf(db, movieIds);
  const keys = await packageKeysOf(db, [
    ...new Set(films.flatMap(({ packageId }) => packageId ?? [])),
  ]);
  return films.map((film) => ({
    ...Object.fromEntries(FACT_COLUMNS.map((name) => [name, film[name]])),
    movieName: film.movieName,
    ticketRate: toRupees(film.ticketRate),
    genres: genres.get(film.movieId),
    package: keys.get(film.packageId ?? 0) ?? null,
  }));
}

const factsOf = async (db: Db, film: MovieRow): Promise<FilmFacts> => ({
  ...firstOf(await factsOfAll(db, [film])),
  cast: (await castOf(db, film.movieId)).map(formatCredit),
});

export async function findFilms(
  { db }: Deps,
  { limit, language, ...filter }: FilmFilter & KeysetQuery,
): Promise<KeysetPage<Facts>> {
  const spelled = language && ((await findLanguage(db, language))?.languageName ?? language);
  const { rows, next } = await readKeysetPage(
    limit,
    (count) => listFilms(db, { ...filter, language: spelled }, count),
    ({ movieId }) => movieId,
  );
  const facts = await factsOfAll(db, rows);
  return { rows: rows.map(({ movieId }, at) => ({ movieId, ...facts[at] })), next };
}

export async function showFilm({ db, now }: Deps, name: string): Promise<FilmFacts> {
  const film = await requireFilm(db, name);
  const { movieId } = film;
  return {
    movieId,
    ...(await factsOf(db, film)),
    cast: await castOf(db, movieId),
    avgRating: film.avgRating,
    reviews: film.overallRank,
    openTickets: await countCurrentTickets(db, movieId, now()),
  };
}

/** Replaces genre and language names with their stored spelling. Throws not_found. */
async function checkedNames(db: Db, { genres, primaryLanguage }: FilmChange) {
  const names: string[] = [];
  for (const name of genres ?? []) names.push((await requireGenre(db, name)).genreName);
  const language = primaryLanguage && (await requireLanguage(db, primaryLanguage));
  return withoutUndefined({
    genres: genres && [...new Set(names)],
    primaryLanguage: language ? language.languageName : undefined,
  });
}

/**
 * Adds a film. Chosen: it is not shown until it is activated, so that no viewer buys an incomplete
 * film.
 */
export async function addFilm(
  { db, now }: Deps,
  { ref, ...change }: NewFilm,
  media: StoredMedia,
): Promise<Change[]> {
  const { genres, cast, ...film } = { ...change, ...(await checkedNames(db, change)) };
  const importRef = ref ?? movieSlug(film.movieNameEn ?? film.movieName);
  const created = await insertFilm(db, {
    ...withoutUndefined(film),
    ...(await columnsOf(db, media)),
    movieKey: newMovieKey(),
    importRef,
    active: 'N',
    createdOn: now(),
    ...searchColumns(film),
  });
  if (!created) throw new AppError('ref_taken', [importRef]);
  if (genres) await setGenres(db, created.movieId, genres);
  if (cast) await setCast(db, created.movieId, cast);
  return changeOf(`movie ${importRef}`, null, await factsOf(db, created));
}

async function columnsOf(db: Db, { film, ...addresses }: StoredMedia): Promise<Partial<NewMovie>> {
  return {
    ...withoutUndefined(addresses),
    packageId: film && (await findOrInsertPackage(db, film)),
  };
}

/** Throws film_unknown, not_found, no_package. */
export async function editFilm(
  { db }: Deps,
  name: string,
  change: FilmChange,
  media: StoredMedia = {},
  evenWithoutPackage = false,
): Promise<Change[]> {
  const film = await lockFilmForChange(db, (await requireFilm(db, name)).movieId);
  const before = await factsOf(db, film);
  const { genres, cast, ...columns } = { ...change, ...(await checkedNames(db, change)) };
  const names = {
    movieName: film.movieName,
    movieNameEn: film.movieNameEn,
    ...withoutUndefined(columns),
  };
  if (genres) await setGenres(db, film.movieId, genres);
  if (cast) await setCast(db, film.movieId, cast);
  const changed = await changeFilm(db, film.movieId, {
    ...withoutUndefined(columns),
    ...(await columnsOf(db, media)),
    ...searchColumns(names),
  });
  // A film that was shown without a package may still be edited.
  if (changed.active === 'Y' && canFilmBeShown(film) && !evenWithoutPackage)
    requirePackageIfDated(changed);
  return changeOf(`movie ${filmRef(film)}`, before, await factsOf(db, changed));
}

/**
 * Null removes the streaming date. Throws film_unknown, no_package, sold_before (a window that is
 * not over starts earlier).
 */
export async function scheduleFilm(
  deps: Deps,
  name: string,
  streamingStartDate: Date | null,
  options: {
    releaseDate?: Date | undefined;
    evenIfSold?: boolean;
    evenWithoutPackage?: boolean;
  } = {},
): Promise<Change[]> {
  const { releaseDate, evenIfSold, evenWithoutPackage } = options;
  const { movieId } = await requireFilm(deps.db, name);
  const orderCount = await countOrdersBefore({
    db: deps.db,
    movieId,
    now: deps.now(),
    start: streamingStartDate,
  });
  if (orderCount && !evenIfSold) throw new AppError('sold_before', [orderCount]);
  return editFilm(deps, name, { streamingStartDate, releaseDate }, {}, evenWithoutPackage);
}

/**
 * Chosen: `evenWithoutPackage` announces a film; tickets are sold once it has a package. Throws
 * film_unknown, not_accepted, no_package.
 */
export async function activateFilm(
  { db }: Deps,
  name: string,
  evenWithoutPackage = false,
): Promise<Change[]> {
  const film = await lockFilmForChange(db, (await requireFilm(db, name)).movieId);
  await requireAcceptance(db, film);
  if (!evenWithoutPackage) requirePackageIfDated(film);
  return setActive(db, film, 'Y');
}

const canFilmBeShown = (film: MovieRow) =>
  canBeShown({ ...film, hasPackage: film.packageId !== null });

function requirePackageIfDated(film: MovieRow): void {
  if (!canFilmBeShown(film)) throw new AppError('no_package', [filmRef(film)]);
}

/** A submitted film is shown only after an operator accepted the film. Throws not_accepted. */
async function requireAcceptance(db: Db, film: MovieRow): Promise<void> {
  const stage = await findSubmissionStage(db, film.movieId);
  if (stage && !['accepted', 'scheduled', 'streaming'].includes(stage))
    throw new AppError('not_accepted', [filmRef(film), stage, film.movieId]);
}

/** Withdraws a film. The reconciler refunds its unplayed tickets. */
export async function withdrawFilm({ db }: Deps, name: string): Promise<Change[]> {
  return setActive(db, await lockFilmForChange(db, (await requireFilm(db, name)).movieId), 'N');
}

/**
 * Files stay, because other films may use them. Throws film_unknown, film_submitted, film_in_use.
 */
export async function removeFilm({ db }: Deps, name: string): Promise<Change[]> {
  const film = await lockFilmForRemoval(db, (await requireFilm(db, name)).movieId);
  const { submissions, ...uses } = await countFilmUses(db, film.movieId);
  if (submissions) throw new AppError('film_submitted', [filmRef(film), film.movieId]);
  if (Object.values(uses).some(Boolean)) throw new AppError('film_in_use', [filmRef(film), uses]);
  const before = await factsOf(db, film);
  await deleteFilm(db, film);
  return changeOf(`movie ${filmRef(film)}`, before, null);
}

async function setActive(db: Db, film: MovieRow, active: Active): Promise<Change[]> {
  if (film.active !== active) await changeFilm(db, film.movieId, { active });
  return changeOf(`movie ${filmRef(film)}`, { active: film.active }, { active });
}
