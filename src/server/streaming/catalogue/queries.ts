import { and, asc, eq, exists, gt, inArray, lt, lte, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Criterion, CriteriaField } from '#contract/criteria.ts';
import { fromWire } from '#domain/dates.ts';
import { MOVIE_TYPES } from '#domain/film.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import {
  collectionMovies,
  collections,
  genres,
  languages,
  movieActors,
  movieGenres,
  movies,
  removedMovies,
} from '../../db/schema/catalogue.ts';
import { contains, hasName } from './search/queries.ts';

export type MovieRow = typeof movies.$inferSelect;
export interface MovieParts extends MovieRow {
  genres: { genreId: number; genreName: string; ordering: number }[];
  actors: { actorName: string; actorRole: string; actorImage: string | null }[];
}

export type Condition = SQL | undefined;
export interface Listing {
  where: Condition;
  order: SQL[];
  limit: number;
  offset: number;
  /** Films for which this holds come before the others; both parts have the `order`. */
  first?: SQL | undefined;
  /** Whether to tell if a film matches is dear (a name that was typed), and not read off an index. */
  isDear?: boolean;
}

// ---------- conditions ----------

export const isActive = eq(movies.active, 'Y');
/** Of the few types there are: the index counts those that are asked for, and looks at no others. */
const isOfTypes = (isOne: (type: string) => boolean) => inArray(movies.movieType, MOVIE_TYPES.filter(isOne));
export const isShort = isOfTypes((type) => type === 'SHORTS');
export const isNoShort = isOfTypes((type) => type !== 'SHORTS');
export const streams = (now: Date) => lte(movies.streamingStartDate, now);
export const comes = (now: Date) => gt(movies.streamingStartDate, now);
export const startsBefore = (date: Date) => lt(movies.streamingStartDate, date);
export const all = (...conditions: (SQL | undefined)[]) => and(...conditions);

const COLUMNS: Record<CriteriaField | 'streamingStartDate', AnyColumn> = {
  movieId: movies.movieId,
  movieName: movies.movieName,
  movieNameEn: movies.movieNameEn,
  active: movies.active,
  movieType: movies.movieType,
  primaryLanguage: movies.primaryLanguage,
  avgRating: movies.avgRating,
  releaseDate: movies.releaseDate,
  streamingStartDate: movies.streamingStartDate,
  ageRating: movies.ageRating,
  yearReleased: movies.yearReleased,
};
const DATES: readonly string[] = ['releaseDate', 'streamingStartDate'];

const valueOf = (field: CriteriaField, value: string) =>
  DATES.includes(field) ? (fromWire(value) ?? new Date(Number.NaN)) : value;
export const isUsableDate = (field: CriteriaField, value: string) => !DATES.includes(field) || fromWire(value) !== null;

/** A criterion as SQL; undefined for those that only sort. */
export function conditionOf(db: Db, criterion: Criterion): SQL | undefined {
  if (criterion.kind === 'sort') return undefined;
  if (criterion.kind === 'genres') {
    const ofMovie = and(
      eq(movieGenres.movieId, movies.movieId),
      inArray(movieGenres.genreId, criterion.genreIds),
      eq(movieGenres.active, 'Y'),
    );
    return exists(
      db
        .select({ one: sql`1` })
        .from(movieGenres)
        .where(ofMovie),
    );
  }
  const column = COLUMNS[criterion.field];
  if (criterion.kind === 'oneOf') {
    const values = criterion.values.map((value) => value.toLowerCase());
    if (criterion.field === 'movieType') return isOfTypes((type) => values.includes(type.toLowerCase()));
    return inArray(sql`lower(${column}::text)`, values);
  }
  if (criterion.kind === 'like') {
    if (criterion.field === 'movieName') return hasName(criterion.value);
    return sql`${criterion.field === 'movieNameEn' ? movies.searchText : sql`lower(${column}::text)`} like ${contains(criterion.value)}`;
  }
  if (criterion.field === 'movieType' && criterion.kind === 'unequal')
    return isOfTypes((type) => type !== criterion.value);
  const value = valueOf(criterion.field, criterion.value);
  const compare = { equal: eq, unequal: ne, above: gt, below: lt }[criterion.kind];
  return compare(column, value);
}

export const orderOf = (field: keyof typeof COLUMNS, descending: boolean): SQL =>
  descending ? sql`${COLUMNS[field]} desc nulls last` : sql`${COLUMNS[field]} asc nulls last`;

/**
 * Begins an order with the films in a viewer's languages. Their list is read once in a query; for who chose none, or is
 * unknown, all films are alike and the order stays as it is.
 */
export const inLanguagesOf = (userId: number): SQL =>
  sql`${movies.primaryLanguage} = any((select ${users.languages} from ${users} where ${users.userId} = ${userId})::text[]) desc nulls last`;

/** Puts the films that stream now before those that do not yet, inside an order that begins with something else. */
export const streamingFirst = (now: Date): SQL => sql`(${streams(now)}) is true desc`;

/** Ends every order, so that pages neither repeat nor lose a film. */
const TIE = asc(movies.movieId);

// ---------- reading ----------

/**
 * One page, and how many there are. A dear matching is done once, on narrow rows: a short search term matches half the house.
 * Else the page comes from the index of its order, and all that match are counted beside it, from an index too.
 */
export async function listMovies(db: Db, listing: Listing): Promise<{ rows: MovieParts[]; total: number }> {
  const { where, first, offset, isDear = false } = listing;
  const total = isDear ? sql<number>`(count(*) over ())::int` : db.$count(movies, where);
  const page = await (first ? idsInTwoParts(db, listing, first, total) : idsOf(db, listing, total));
  const rows = new Map(
    (
      await moviesByIds(
        db,
        page.map((each) => each.movieId),
      )
    ).map((row) => [row.movieId, row]),
  );
  // Past the last page nothing carries the total.
  const found = page[0]?.total ?? (offset > 0 ? await db.$count(movies, where) : 0);
  return { rows: page.flatMap(({ movieId }) => rows.get(movieId) ?? []), total: found };
}

const idsOf = (db: Db, { where, order, limit, offset }: Listing, total: SQL<number>) =>
  db
    .select({ movieId: movies.movieId, total })
    .from(movies)
    .where(where)
    .orderBy(...order, TIE)
    .limit(limit)
    .offset(offset);

/** Each part from the index of its order; to sort both together would read all films. The second is asked for when the first ends. */
async function idsInTwoParts(db: Db, listing: Listing, first: SQL, total: SQL<number>) {
  const { where, limit, offset } = listing;
  const ofFirst = and(where, first);
  const page = await idsOf(db, { ...listing, where: ofFirst }, total);
  if (page.length === limit) return page;
  const firstCount = page.length > 0 || offset === 0 ? offset + page.length : await db.$count(movies, ofFirst);
  const others = await idsOf(
    db,
    {
      ...listing,
      where: and(where, sql`(${first}) is not true`),
      limit: limit - page.length,
      offset: Math.max(0, offset - firstCount),
    },
    total,
  );
  return [...page, ...others];
}

export async function findMovie(
  db: Db,
  by: { movieId: number } | { movieKey: string },
): Promise<MovieParts | undefined> {
  const where = 'movieId' in by ? eq(movies.movieId, by.movieId) : eq(movies.movieKey, by.movieKey);
  return (await withParts(db, await db.select().from(movies).where(where)))[0];
}

/** Genres and cast of many films in two queries. */
async function withParts(db: Db, rows: MovieRow[]): Promise<MovieParts[]> {
  if (!rows.length) return [];
  const ids = rows.map((row) => row.movieId);
  const genreRows = await db
    .select({
      movieId: movieGenres.movieId,
      genreId: genres.genreId,
      genreName: genres.genreName,
      ordering: movieGenres.ordering,
    })
    .from(movieGenres)
    .innerJoin(genres, eq(genres.genreId, movieGenres.genreId))
    .where(and(inArray(movieGenres.movieId, ids), eq(movieGenres.active, 'Y')))
    .orderBy(movieGenres.ordering, movieGenres.genreId);
  const actorRows = await db
    .select()
    .from(movieActors)
    .where(inArray(movieActors.movieId, ids))
    .orderBy(movieActors.ordering);
  const genresOf = Map.groupBy(genreRows, (each) => each.movieId);
  const actorsOf = Map.groupBy(actorRows, (each) => each.movieId);
  return rows.map((row) => ({
    ...row,
    genres: genresOf.get(row.movieId) ?? [],
    actors: actorsOf.get(row.movieId) ?? [],
  }));
}

export const moviesByIds = async (db: Db, ids: number[]) =>
  ids.length ? withParts(db, await db.select().from(movies).where(inArray(movies.movieId, ids))) : [];

export const allLanguages = (db: Db) => db.select().from(languages).orderBy(languages.languageName);
export const allGenres = (db: Db) => db.select().from(genres).orderBy(genres.ordering, genres.genreName);

export const activeCollections = (db: Db) =>
  db
    .select()
    .from(collections)
    .where(eq(collections.active, 'Y'))
    .orderBy(collections.ordering, collections.collectionId);
export const collectionEntries = (db: Db) =>
  db
    .select({ collectionId: collectionMovies.collectionId, movieId: collectionMovies.movieId })
    .from(collectionMovies)
    .innerJoin(movies, and(eq(movies.movieId, collectionMovies.movieId), isActive))
    .orderBy(collectionMovies.collectionId, collectionMovies.ordering, collectionMovies.movieId);

// ---------- changes, for a rebuild ----------

/** The lock that every writer of a change shares from before it takes its number (migration 0005) to its commit. */
const CATALOGUE_LOCK = 4_071_889;

/** The last number that any change has taken, committed or not. */
export async function lastNumberTaken(db: Db): Promise<number> {
  const { rows } = (await db.execute(
    sql`select case when is_called then last_value else 0 end as "last" from catalogue_change`,
  )) as unknown as { rows: { last: string | number }[] };
  return Number(rows[0]!.last);
}

/** The transactions that may hold numbers of changes which they have not committed. */
export async function runningWriters(db: Db): Promise<Set<string>> {
  const { rows } = (await db.execute(sql`
    select virtualtransaction as writer from pg_locks
    where locktype = 'advisory' and mode = 'ShareLock' and granted
      and classid = 0 and objid = ${CATALOGUE_LOCK} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())`)) as unknown as {
    rows: { writer: string }[];
  };
  return new Set(rows.map(({ writer }) => writer));
}

/** The highest number that a film or a removed film has. */
export async function newestChange(db: Db): Promise<number> {
  const highest = (changeNo: AnyColumn, table: PgTable) => sql`coalesce((select max(${changeNo}) from ${table}), 0)`;
  const [row] = await db
    .select({
      newest: sql<string>`greatest(${highest(movies.changeNo, movies)}, ${highest(removedMovies.changeNo, removedMovies)})`,
    })
    .from(sql`(values (1)) as one`);
  return Number(row!.newest);
}

/** The changes with numbers above `after` and up to `until`, each list by number. */
export async function changesBetween(db: Db, after: number, until: number, limit: number) {
  const { movieId, movieKey, active, changeNo } = movies;
  const changed = await db
    .select({ movieId, movieKey, active, changeNo })
    .from(movies)
    .where(and(gt(changeNo, after), lte(changeNo, until)))
    .orderBy(changeNo)
    .limit(limit);
  const removed = await db
    .select()
    .from(removedMovies)
    .where(and(gt(removedMovies.changeNo, after), lte(removedMovies.changeNo, until)))
    .orderBy(removedMovies.changeNo)
    .limit(limit);
  return { changed, removed };
}
