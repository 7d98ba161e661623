import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  lt,
  lte,
  min,
  ne,
  sql,
  type AnyColumn,
  type SQL,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Criterion, CriteriaField } from '#contract/criteria.ts';
import { fromWire } from '#domain/dates.ts';
import { MOVIE_TYPES } from '#domain/film.ts';
import { type Db, queryRows } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import {
  collectionMovies,
  collections,
  genres,
  languages,
  movieGenres,
  movies,
  removedMovies,
} from '../../db/schema/catalogue.ts';
import { nameMatches, searchPattern } from './search/queries.ts';
import { one } from '../../db/one.ts';

type MovieRow = typeof movies.$inferSelect;
/** Long columns that no reply contains. */
const {
  searchText: _searchText,
  searchSound: _searchSound,
  ...replyColumns
} = getTableColumns(movies);
const {
  movieDescription: _description,
  movieDescriptionOwn: _ownDescription,
  ...cardColumns
} = replyColumns;

export interface MovieCardRow extends Pick<MovieRow, keyof typeof cardColumns> {
  genres: { genreId: number; genreName: string; ordering: number }[];
}
export interface MovieWithParts extends MovieCardRow, Pick<MovieRow, keyof typeof replyColumns> {
  actors: { actorName: string; actorRole: string; actorImage: string | null }[];
}

export type Condition = SQL | undefined;
export interface Listing {
  where: Condition;
  order: SQL[];
  limit: number;
  offset: number;
  /** Films that match come first; `order` applies to both groups. */
  prioritized?: SQL | undefined;
  /** A typed name: an index finds only candidates, and each row must be checked. */
  isExpensiveMatch?: boolean;
}

export const isActive = eq(movies.active, 'Y');
/** Lists the types instead of excluding one, so that an index answers the count. */
const hasTypeWhere = (isWanted: (type: string) => boolean) =>
  inArray(movies.movieType, MOVIE_TYPES.filter(isWanted));
export const isShort = hasTypeWhere((type) => type === 'SHORTS');
export const isNotShort = hasTypeWhere((type) => type !== 'SHORTS');
export const hasStarted = (now: Date) => lte(movies.streamingStartDate, now);
export const startsLater = (now: Date) => gt(movies.streamingStartDate, now);
export const startsBefore = (date: Date) => lt(movies.streamingStartDate, date);
export const allOf = (...conditions: (SQL | undefined)[]) => and(...conditions);

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
const DATE_FIELDS: readonly string[] = ['releaseDate', 'streamingStartDate'];

const valueOf = (field: CriteriaField, value: string) =>
  DATE_FIELDS.includes(field) ? (fromWire(value) ?? new Date(Number.NaN)) : value;
export const isUsableDate = (field: CriteriaField, value: string) =>
  !DATE_FIELDS.includes(field) || fromWire(value) !== null;

/** Undefined for sorts. */
export function conditionOf(db: Db, criterion: Criterion): SQL | undefined {
  if (criterion.kind === 'sort') return undefined;
  if (criterion.kind === 'genres') {
    const ofMovie = and(
      eq(movieGenres.movieId, movies.movieId),
      inArray(movieGenres.genreId, criterion.genreIds),
      eq(movieGenres.active, 'Y'),
    );
    return exists(db.select().from(movieGenres).where(ofMovie));
  }
  const column = COLUMNS[criterion.field];
  if (criterion.kind === 'oneOf') {
    const values = criterion.values.map((value) => value.toLowerCase());
    if (criterion.field === 'movieType')
      return hasTypeWhere((type) => values.includes(type.toLowerCase()));
    return inArray(sql`lower(${column}::text)`, values);
  }
  if (criterion.kind === 'like') {
    if (criterion.field === 'movieName') return nameMatches(criterion.value);
    return sql`${criterion.field === 'movieNameEn' ? movies.searchText : sql`lower(${column}::text)`} like ${searchPattern(criterion.value)}`;
  }
  if (criterion.field === 'movieType' && criterion.kind === 'unequal')
    return hasTypeWhere((type) => type !== criterion.value);
  const value = valueOf(criterion.field, criterion.value);
  const compare = { equal: eq, unequal: ne, above: gt, below: lt }[criterion.kind];
  return compare(column, value);
}

export const orderOf = (field: keyof typeof COLUMNS, descending: boolean): SQL =>
  descending ? sql`${COLUMNS[field]} desc nulls last` : sql`${COLUMNS[field]} asc nulls last`;

/**
 * The languages are read once per query. For a viewer without languages the order does not change.
 */
export const viewerLanguagesOrder = (userId: number): SQL =>
  sql`${movies.primaryLanguage} = any((select ${users.languages} from ${users} where ${users.userId} = ${userId})::text[]) desc nulls last`;

/**
 * Films that stream now before upcoming films. A list that begins with this order uses
 * `prioritized`, which is faster.
 */
export const streamingFirstOrder = (now: Date): SQL => sql`(${hasStarted(now)}) is true desc`;

/** Last key of every sort order, so that pages neither repeat nor lose a film. */
const TIE_BREAKER = asc(movies.movieId);

/**
 * An expensive match runs once, on narrow rows. Otherwise one index gives the page and another
 * index gives the count.
 */
export async function listMovies<Row extends { movieId: number }>(
  db: Db,
  listing: Listing,
  readRows: (db: Db, ids: number[]) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const { where, prioritized, offset, isExpensiveMatch = false } = listing;
  const total = isExpensiveMatch ? sql<number>`(count(*) over ())::int` : db.$count(movies, where);
  const page = await (prioritized
    ? findIdsInTwoParts({ db, listing, first: prioritized, total })
    : findIds(db, listing, total));
  const movieIds = page.map((each) => each.movieId);
  const rows = new Map((await readRows(db, movieIds)).map((row) => [row.movieId, row]));
  // An empty page has no row that contains the total.
  const matchCount = page[0]?.total ?? (offset > 0 ? await db.$count(movies, where) : 0);
  return { rows: page.flatMap(({ movieId }) => rows.get(movieId) ?? []), total: matchCount };
}

const findIds = (db: Db, { where, order, limit, offset }: Listing, total: SQL<number>) =>
  db
    .select({ movieId: movies.movieId, total })
    .from(movies)
    .where(where)
    .orderBy(...order, TIE_BREAKER)
    .limit(limit)
    .offset(offset);

/**
 * Each part comes from an index; sorting both together would scan all films. Often the second part
 * is not needed.
 */
async function findIdsInTwoParts({
  db,
  listing,
  first,
  total,
}: {
  db: Db;
  listing: Listing;
  first: SQL;
  total: SQL<number>;
}) {
  const { where, limit, offset } = listing;
  const isPrioritized = and(where, first);
  const page = await findIds(db, { ...listing, where: isPrioritized }, total);
  if (page.length === limit) return page;
  const firstCount =
    page.length > 0 || offset === 0 ? offset + page.length : await db.$count(movies, isPrioritized);
  const remaining = await findIds(
    db,
    {
      ...listing,
      where: and(where, sql`(${first}) is not true`),
      limit: limit - page.length,
      offset: Math.max(0, offset - firstCount),
    },
    total,
  );
  return [...page, ...remaining];
}

export async function findMovie(
  db: Db,
  by: { movieId: number } | { movieKey: string },
): Promise<MovieWithParts | undefined> {
  const where = 'movieId' in by ? eq(movies.movieId, by.movieId) : eq(movies.movieKey, by.movieKey);
  return (await selectMovies(db).where(where))[0];
}

// Raw SQL, with the table named: in a query of one table, Drizzle writes column names without the
// table.
const genresOfMovie = sql<MovieWithParts['genres']>`(
  select coalesce(json_agg(json_build_object('genreId', genre_id, 'genreName', genre_name, 'ordering', each.ordering)
    order by each.ordering, genre_id), '[]')
  from movie_genres each join genres using (genre_id) where each.movie_id = "movies"."movie_id" and each.active = 'Y')`;
const actorsOfMovie = sql<MovieWithParts['actors']>`(
  select coalesce(json_agg(json_build_object('actorName', actor_name, 'actorRole', actor_role, 'actorImage', actor_image)
    order by ordering), '[]')
  from movie_actors each where each.movie_id = "movies"."movie_id")`;

/** One statement for films with their genres and actors. */
const selectMovies = (db: Db) =>
  db.select({ ...replyColumns, genres: genresOfMovie, actors: actorsOfMovie }).from(movies);

export const moviesByIds = async (db: Db, ids: number[]): Promise<MovieWithParts[]> =>
  ids.length ? selectMovies(db).where(inArray(movies.movieId, ids)) : [];

export const movieCardsByIds = async (db: Db, ids: number[]): Promise<MovieCardRow[]> =>
  ids.length
    ? db
        .select({ ...cardColumns, genres: genresOfMovie })
        .from(movies)
        .where(inArray(movies.movieId, ids))
    : [];

export const allLanguages = (db: Db) => db.select().from(languages).orderBy(languages.languageName);
export const allGenres = (db: Db) =>
  db.select().from(genres).orderBy(genres.ordering, genres.genreName);

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

/**
 * Advisory lock that every writer shares from before it takes a change number (migration 0005)
 * until it commits.
 */
const CATALOGUE_LOCK = 4_071_889;

/** Includes uncommitted changes. */
export async function lastChangeNumber(db: Db): Promise<number> {
  const last = sql`select case when is_called then last_value else 0 end as "last" from catalogue_change`;
  return Number(one(await queryRows<{ last: string | number }>(db, last)).last);
}

/** Transactions that may have taken change numbers and not committed. */
export async function runningWriters(db: Db): Promise<Set<string>> {
  const writers = sql`
    select virtualtransaction as writer from pg_locks
    where locktype = 'advisory' and mode = 'ShareLock' and granted
      and classid = 0 and objid = ${CATALOGUE_LOCK} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())`;
  return new Set((await queryRows<{ writer: string }>(db, writers)).map(({ writer }) => writer));
}

/** The next streaming date: lists change when it passes. */
export async function nextStreamingDate(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ nextDate: min(movies.streamingStartDate) })
    .from(movies)
    .where(and(isActive, startsLater(now)));
  return row?.nextDate ?? null;
}

export async function lastCommittedChangeNumber(db: Db): Promise<number> {
  const highest = (changeNo: AnyColumn, table: PgTable) =>
    sql`coalesce((select max(${changeNo}) from ${table}), 0)`;
  const row = one(
    await db
      .select({
        newest: sql<string>`greatest(${highest(movies.changeNo, movies)}, ${highest(removedMovies.changeNo, removedMovies)})`,
      })
      .from(sql`(values (1)) as one`),
  );
  return Number(row.newest);
}

export async function changesBetween({
  db,
  after,
  until,
  limit,
}: {
  db: Db;
  after: number;
  until: number;
  limit: number;
}) {
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
