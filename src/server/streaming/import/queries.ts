import { and, eq, getTableColumns, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { lookUp } from '#domain/existing.ts';
import { NEXT_CHANGE } from '../../db/columns.ts';
import type { Db } from '../../db/database.ts';
import { insertMany } from '../../db/insert-many.ts';
import { lockRatings, recalculateRatings, markReviewedMoviesChanged } from '../../db/ratings.ts';
import { users } from '../../db/schema/accounts.ts';
import { coupons, orders } from '../../db/schema/booking.ts';
import {
  collections,
  genres,
  languages,
  movieActors,
  movieGenres,
  movies,
  packages,
  removedMovies,
} from '../../db/schema/catalogue.ts';
import { contentPages } from '../../db/schema/content.ts';
import { channelMovies, channels } from '../../db/schema/producer.ts';
import { reviews } from '../../db/schema/reviews.ts';
import type { PackagedFilm } from '../../ports/media/package-files.ts';
import { setCollectionFilms } from '../catalogue/manage/queries.ts';
import { pickColumns } from '../../db/pick-columns.ts';
import { undoneFilmKeys } from './runs-queries.ts';
import { one } from '../../db/one.ts';

type NewMovie = typeof movies.$inferInsert;
type NewActor = Omit<typeof movieActors.$inferInsert, 'movieId' | 'ordering'>;
export interface FilmToSave {
  values: Omit<NewMovie, 'packageId'> & { importRef: string };
  genres: string[];
  cast: NewActor[];
  film: PackagedFilm | null;
}

/** Upsert values: every column of the new row except those named. */
function fromNewRow<T extends PgTable>(
  table: T,
  preserved: (keyof T['_']['columns'] & string)[],
): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name]) => !preserved.includes(name),
  );
  return Object.fromEntries(
    columns.map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
  );
}

export const existingMovies = (db: Db) =>
  db
    .select({
      ref: sql<string>`${movies.importRef}`,
      digest: movies.importDigest,
      ...pickColumns(
        movies,
        'movieId',
        'movieKey',
        'createdOn',
        'ticketRate',
        'packageId',
        'active',
      ),
      streamingStartDate: movies.streamingStartDate,
    })
    .from(movies)
    .where(isNotNull(movies.importRef));
export type ExistingMovie = Awaited<ReturnType<typeof existingMovies>>[number];

export const existingNames = async (db: Db) => ({
  language: (await db.select({ name: languages.languageName }).from(languages)).map(
    ({ name }) => name,
  ),
  genre: (await db.select({ name: genres.genreName }).from(genres)).map(({ name }) => name),
});

export const existingUsers = (db: Db) =>
  db
    .select({
      ref: sql<string>`${users.importRef}`,
      digest: users.importDigest,
      userId: users.userId,
    })
    .from(users)
    .where(isNotNull(users.importRef));

/** Digests of the imported rows, by reference. */
async function digestsOf(
  db: Db,
  ref: PgColumn,
  digest: PgColumn | SQL<null>,
): Promise<Map<string, string | null>> {
  const rows = await db.select({ ref, digest }).from(ref.table).where(isNotNull(ref));
  return new Map(rows.map((row) => [row.ref as string, row.digest as string | null]));
}
export const existingCollections = (db: Db) =>
  digestsOf(db, collections.name, collections.importDigest);
export const existingChannels = (db: Db) =>
  digestsOf(db, channels.importRef, channels.importDigest);
export const existingOrders = (db: Db) => digestsOf(db, orders.importRef, sql<null>`null`);
export const allCoupons = (db: Db) => db.select().from(coupons);
export const existingReviews = (db: Db) =>
  db
    .select({
      movie: movies.importRef,
      user: users.importRef,
      digest: reviews.importDigest,
      createdOn: reviews.createdOn,
    })
    .from(reviews)
    .innerJoin(movies, eq(movies.movieId, reviews.movieId))
    .innerJoin(users, eq(users.userId, reviews.userId));
export const existingPages = (db: Db) => db.select().from(contentPages);
export async function removedKeys(db: Db): Promise<Set<string>> {
  const keys = new Set((await db.select().from(removedMovies)).map((row) => row.movieKey));
  for (const key of await undoneFilmKeys(db)) keys.delete(key);
  return keys;
}

/** What an import never changes. */
const PRESERVED_COLUMNS: (keyof NewMovie)[] = [
  'movieId',
  'movieKey',
  'createdOn',
  'avgRating',
  'overallRank',
  'ownerId',
  'changeNo',
];

export async function saveMovies(db: Db, films: FilmToSave[]): Promise<void> {
  await insertMany(
    [...new Set(films.map((each) => each.values.primaryLanguage))].map((languageName) => ({
      languageName,
    })),
    (part) => db.insert(languages).values(part).onConflictDoNothing(),
  );
  const genreNames = films.flatMap((each) => each.genres);
  const genreIds = await addGenres(db, genreNames);
  const packagedFilms = films.flatMap((each) => each.film ?? []);
  const packageIds = await addPackages(db, packagedFilms);
  const values = films.map((each) => ({
    ...each.values,
    packageId: each.film ? lookUp(packageIds, each.film.packageKey) : null,
  }));
  const saved = await db
    .insert(movies)
    .values(values)
    .onConflictDoUpdate({
      target: movies.importRef,
      set: {
        ...fromNewRow(movies, PRESERVED_COLUMNS),
        packageId: sql`coalesce(excluded.package_id, ${movies.packageId})`,
        changeNo: NEXT_CHANGE,
      },
    })
    .returning({ movieId: movies.movieId, ref: movies.importRef });
  // A film of an undone import comes back with its key.
  const keys = films.map((each) => each.values.movieKey);
  await db.delete(removedMovies).where(inArray(removedMovies.movieKey, keys));
  const ids = new Map(saved.map(({ ref, movieId }) => [ref, movieId]));
  const savedFilms = films.map((each) => ({
    ...each,
    movieId: lookUp(ids, each.values.importRef),
  }));
  await saveGenresAndCast(db, savedFilms, genreIds);
}

async function saveGenresAndCast(
  db: Db,
  films: (FilmToSave & { movieId: number })[],
  genreIds: Map<string, number>,
) {
  const ids = films.map((each) => each.movieId);
  await db.delete(movieGenres).where(inArray(movieGenres.movieId, ids));
  await db.delete(movieActors).where(inArray(movieActors.movieId, ids));
  const genreRows = films.flatMap(({ movieId, genres: names }) =>
    names.map((name, ordering) => ({ movieId, genreId: lookUp(genreIds, name), ordering })),
  );
  const actorRows = films.flatMap(({ movieId, cast }) =>
    cast.map((actor, ordering) => ({ ...actor, movieId, ordering })),
  );
  await insertMany(genreRows, (part) => db.insert(movieGenres).values(part));
  await insertMany(actorRows, (part) => db.insert(movieActors).values(part));
}

/** New genres are ordered after the existing ones, by first use. */
async function addGenres(db: Db, names: string[]): Promise<Map<string, number>> {
  const existing = await db.select().from(genres);
  const knownNames = new Set(existing.map((row) => row.genreName));
  const lastOrdering = Math.max(0, ...existing.map((row) => row.ordering));
  const newGenres = [...new Set(names)]
    .filter((name) => !knownNames.has(name))
    .map((genreName, index) => ({ genreName, ordering: lastOrdering + index + 1 }));
  if (!newGenres.length) return new Map(existing.map((row) => [row.genreName, row.genreId]));
  await insertMany(newGenres, (part) => db.insert(genres).values(part).onConflictDoNothing());
  return new Map((await db.select().from(genres)).map((row) => [row.genreName, row.genreId]));
}

async function addPackages(db: Db, films: PackagedFilm[]): Promise<Map<string, number>> {
  if (!films.length) return new Map();
  const byKey = new Map(films.map((film) => [film.packageKey, film]));
  const rows = [...byKey.values()].map(({ packageKey, manifest, keys }) => ({
    packageKey,
    manifest,
    keys,
  }));
  const find = () =>
    db
      .select({ key: packages.packageKey, id: packages.packageId })
      .from(packages)
      .where(inArray(packages.packageKey, [...byKey.keys()]));
  const existingKeys = new Set((await find()).map((row) => row.key));
  const newPackages = rows.filter((row) => !existingKeys.has(row.packageKey));
  if (newPackages.length) await db.insert(packages).values(newPackages).onConflictDoNothing();
  return new Map((await find()).map((row) => [row.key, row.id]));
}

export type NewUser = typeof users.$inferInsert & {
  importRef: string;
  mobile: string;
  dialCode: string;
};

/**
 * A user who signed up with the same number gets the reference: the operator makes existing users
 * producers this way.
 */
export async function saveUsers(db: Db, rows: NewUser[]): Promise<void> {
  const byMobile = new Map(rows.map((row) => [`${row.dialCode} ${row.mobile}`, row.importRef]));
  const mobiles = rows.map((row) => row.mobile);
  const signedUpUsers = await db
    .select()
    .from(users)
    .where(
      and(
        isNull(users.importRef),
        isNotNull(users.mobileVerifiedAt),
        inArray(users.mobile, mobiles),
      ),
    );
  for (const { userId, dialCode, mobile } of signedUpUsers) {
    const importRef = byMobile.get(`${dialCode} ${mobile}`);
    if (importRef) await db.update(users).set({ importRef }).where(eq(users.userId, userId));
  }
  const set = fromNewRow(users, [
    'userId',
    'firstLogin',
    'passwordHash',
    'createdOn',
    'ipAddress',
    'timezone',
    'latitude',
    'longitude',
    'placeName',
    'languages',
    'mobileVerifiedAt',
    'emailVerifiedAt',
  ]);
  const saved = await db
    .insert(users)
    .values(rows)
    .onConflictDoUpdate({ target: users.importRef, set })
    .returning({ userId: users.userId });
  const userIds = saved.map(({ userId }) => userId);
  await markReviewedMoviesChanged(db, userIds);
}

/** Replaces the films of a channel; they then belong to its owner. */
export async function saveChannel(
  db: Db,
  values: typeof channels.$inferInsert,
  movieIds: number[],
) {
  const set = fromNewRow(channels, ['channelId', 'createdOn']);
  const saved = one(
    await db
      .insert(channels)
      .values(values)
      .onConflictDoUpdate({ target: channels.importRef, set })
      .returning({ id: channels.channelId }),
  );
  const channelId = saved.id;
  await db.delete(channelMovies).where(eq(channelMovies.channelId, channelId));
  await insertMany(
    movieIds.map((movieId) => ({ channelId, movieId })),
    (part) => db.insert(channelMovies).values(part),
  );
  if (movieIds.length)
    await db
      .update(movies)
      .set({ ownerId: values.ownerId })
      .where(inArray(movies.movieId, movieIds));
}

export async function saveCollection(
  db: Db,
  values: typeof collections.$inferInsert,
  movieIds: number[],
) {
  const set = fromNewRow(collections, ['collectionId', 'active']);
  const saved = one(
    await db
      .insert(collections)
      .values(values)
      .onConflictDoUpdate({ target: collections.name, set })
      .returning({ id: collections.collectionId }),
  );
  await setCollectionFilms(db, saved.id, movieIds);
}

export const saveCoupons = (db: Db, rows: (typeof coupons.$inferInsert)[]) =>
  db
    .insert(coupons)
    .values(rows)
    .onConflictDoUpdate({
      target: coupons.couponCode,
      set: fromNewRow(coupons, ['couponCode', 'active']),
    });

export async function saveReviews(db: Db, rows: (typeof reviews.$inferInsert)[]): Promise<void> {
  const set = fromNewRow(reviews, ['reviewId', 'active', 'hiddenAt']);
  const movieIds = rows.map((row) => row.movieId);
  const userIds = rows.map((row) => row.userId);
  const authors = db
    .select({ userId: users.userId })
    .from(users)
    .where(inArray(users.userId, userIds));
  // Locks users before films, as every writer of reviews does: the same order prevents deadlocks.
  await authors.orderBy(users.userId).for('key share');
  await lockRatings(db, movieIds);
  await db
    .insert(reviews)
    .values(rows)
    .onConflictDoUpdate({ target: [reviews.movieId, reviews.userId], set });
  await recalculateRatings(db, movieIds);
}

export const savePages = (db: Db, rows: (typeof contentPages.$inferInsert)[]) =>
  db
    .insert(contentPages)
    .values(rows)
    .onConflictDoUpdate({ target: contentPages.name, set: fromNewRow(contentPages, ['name']) });
