import { and, asc, desc, eq, gt, ilike, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Active } from '#domain/active.ts';
import { lookUp } from '#domain/existing.ts';
import type { MovieType } from '#domain/film.ts';
import type { SubmissionStage } from '#domain/submission-tracker.ts';
import type { Credit } from '#domain/crew.ts';
import type { PackageManifest } from '#domain/playlist.ts';
import { normalizeSearchText } from '#domain/search-key.ts';
import { NEXT_CHANGE } from '../../../db/columns.ts';
import {
  containsPattern,
  equalsIgnoringCase,
  hasTrigram,
  trigramPattern,
} from '../../../db/conditions.ts';
import type { Db } from '../../../db/database.ts';
import { insertMany } from '../../../db/insert-many.ts';
import { users } from '../../../db/schema/accounts.ts';
import { orders } from '../../../db/schema/booking.ts';
import {
  collectionMovies,
  collections,
  genres,
  languages,
  movieActors,
  movieGenres,
  movies,
  packages,
  removedMovies,
} from '../../../db/schema/catalogue.ts';
import { moviePlays } from '../../../db/schema/playback.ts';
import { reviews } from '../../../db/schema/reviews.ts';
import { submissions, submissionSteps } from '../../../db/schema/submission.ts';
import type { PackageBase } from '../../../ports/media/package-captions.ts';
import type { PackagedFilm } from '../../../ports/media/package-files.ts';
import { pickColumns } from '../../../db/pick-columns.ts';
import { one } from '../../../db/one.ts';

export type MovieRow = typeof movies.$inferSelect;
export type NewMovie = typeof movies.$inferInsert;

/** Best match first: by key, by reference, by id. */
export const filmsByKeyRefOrId = (db: Db, name: string): Promise<MovieRow[]> =>
  db
    .select()
    .from(movies)
    .where(
      or(
        eq(movies.movieKey, name),
        eq(movies.importRef, name),
        /^[1-9]\d{0,8}$/.test(name) ? eq(movies.movieId, Number(name)) : undefined,
      ),
    )
    .orderBy(desc(eq(movies.movieKey, name)), sql`(${movies.importRef} = ${name}) desc nulls last`);

/** Films with the most similar reference or name. Scans all films: for messages only. */
export function filmsResembling(db: Db, name: string) {
  const likeness = [movies.importRef, movies.movieName, movies.movieNameEn].map(
    (column) => sql`similarity(coalesce(${column}, ''), ${name})`,
  );
  return db
    .select(pickColumns(movies, 'importRef', 'movieKey', 'movieName', 'movieNameEn'))
    .from(movies)
    .orderBy(sql`greatest(${sql.join(likeness, sql`, `)}) desc`)
    .limit(20);
}

export const lockFilmForChange = async (tx: Db, movieId: number): Promise<MovieRow> =>
  one(await tx.select().from(movies).where(eq(movies.movieId, movieId)).for('no key update'));

/** Conflicts with inserts of orders, plays and reviews for the film: they are committed or wait. */
export const lockFilmForRemoval = async (tx: Db, movieId: number): Promise<MovieRow> =>
  one(await tx.select().from(movies).where(eq(movies.movieId, movieId)).for('update'));

export const countFilmUses = async (db: Db, movieId: number) => ({
  orders: await db.$count(orders, eq(orders.movieId, movieId)),
  plays: await db.$count(moviePlays, eq(moviePlays.movieId, movieId)),
  reviews: await db.$count(reviews, eq(reviews.movieId, movieId)),
  submissions: await db.$count(submissions, eq(submissions.movieId, movieId)),
});

/** Undefined for a film that was not submitted. */
export const findSubmissionStage = async (
  db: Db,
  movieId: number,
): Promise<SubmissionStage | undefined> =>
  (
    await db
      .select({ stage: submissionSteps.stage })
      .from(submissionSteps)
      .where(eq(submissionSteps.movieId, movieId))
      .orderBy(desc(submissionSteps.stepId))
      .limit(1)
  )[0]?.stage;

/** The changes feed then lists the key as removed. */
export async function deleteFilm(tx: Db, { movieId, movieKey }: MovieRow): Promise<void> {
  await tx.delete(movies).where(eq(movies.movieId, movieId));
  await tx.insert(removedMovies).values({ movieKey }).onConflictDoNothing();
}

export const insertFilm = async (tx: Db, row: NewMovie): Promise<MovieRow | undefined> =>
  (await tx.insert(movies).values(row).onConflictDoNothing().returning())[0];

export const changeFilm = async (
  tx: Db,
  movieId: number,
  change: Partial<NewMovie>,
): Promise<MovieRow> =>
  one(
    await tx
      .update(movies)
      .set({ ...change, changeNo: NEXT_CHANGE as unknown as number })
      .where(eq(movies.movieId, movieId))
      .returning(),
  );

export interface FilmFilter {
  name?: string | undefined;
  language?: string | undefined;
  type?: MovieType | undefined;
  active?: Active | undefined;
  after?: number | undefined;
}

const hasNameOrRef = (text: string) =>
  or(
    like(movies.searchText, trigramPattern(normalizeSearchText(text))),
    hasTrigram(text) ? ilike(movies.importRef, containsPattern(text)) : eq(movies.importRef, text),
  );

export const listFilms = (
  db: Db,
  { name, language, type, active, after }: FilmFilter,
  count: number,
) =>
  db
    .select()
    .from(movies)
    .where(
      and(
        name ? hasNameOrRef(name) : undefined,
        language ? eq(movies.primaryLanguage, language) : undefined,
        type ? eq(movies.movieType, type) : undefined,
        active ? eq(movies.active, active) : undefined,
        after ? lt(movies.movieId, after) : undefined,
      ),
    )
    .orderBy(desc(movies.movieId))
    .limit(count);

/** Main genre first. */
export async function genresOf(db: Db, movieIds: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ movieId: movieGenres.movieId, name: genres.genreName })
    .from(movieGenres)
    .innerJoin(genres, eq(genres.genreId, movieGenres.genreId))
    .where(and(inArray(movieGenres.movieId, movieIds), eq(movieGenres.active, 'Y')))
    .orderBy(asc(movieGenres.ordering), asc(genres.ordering));
  const names = Map.groupBy(rows, ({ movieId }) => movieId);
  return new Map(
    movieIds.map((movieId) => [movieId, (names.get(movieId) ?? []).map(({ name }) => name)]),
  );
}

export async function setGenres(tx: Db, movieId: number, names: string[]): Promise<void> {
  const rows = names.length
    ? await tx.select().from(genres).where(inArray(genres.genreName, names))
    : [];
  const ids = new Map(rows.map(({ genreName, genreId }) => [genreName, genreId]));
  await tx.delete(movieGenres).where(eq(movieGenres.movieId, movieId));
  if (names.length)
    await tx
      .insert(movieGenres)
      .values(names.map((name, ordering) => ({ movieId, genreId: lookUp(ids, name), ordering })));
}

export const castOf = (db: Db, movieId: number) =>
  db
    .select(pickColumns(movieActors, 'actorName', 'actorRole'))
    .from(movieActors)
    .where(eq(movieActors.movieId, movieId))
    .orderBy(asc(movieActors.ordering));

/** Persons who had a picture keep it. */
export async function setCast(tx: Db, movieId: number, cast: Credit[]): Promise<void> {
  const before = await tx.delete(movieActors).where(eq(movieActors.movieId, movieId)).returning();
  const pictures = new Map(before.map(({ actorName, actorImage }) => [actorName, actorImage]));
  const rows = cast.map((credit, ordering) => ({
    ...credit,
    movieId,
    ordering,
    actorImage: pictures.get(credit.actorName) ?? null,
  }));
  if (rows.length) await tx.insert(movieActors).values(rows);
}

export async function findOrInsertPackage(
  tx: Db,
  { packageKey, manifest, keys }: PackagedFilm,
): Promise<number> {
  await tx.insert(packages).values({ packageKey, manifest, keys }).onConflictDoNothing();
  const row = one(
    await tx
      .select({ id: packages.packageId })
      .from(packages)
      .where(eq(packages.packageKey, packageKey)),
  );
  return row.id;
}

export async function findPackage(db: Db, packageId: number): Promise<PackageBase> {
  const row = one(await db.select().from(packages).where(eq(packages.packageId, packageId)));
  const { packageKey, manifest, keys } = row;
  return { packageKey, manifest: manifest as PackageManifest, keys };
}

export async function packageKeysOf(db: Db, packageIds: number[]): Promise<Map<number, string>> {
  const { packageId, packageKey } = packages;
  const rows = await db
    .select({ packageId, packageKey })
    .from(packages)
    .where(inArray(packageId, packageIds));
  return new Map(rows.map((row) => [row.packageId, row.packageKey]));
}

/**
 * PAID and PROCESSING orders whose window is not over and starts before `start`; null: at any time.
 */
export const countOrdersBefore = ({
  db,
  movieId,
  now,
  start,
}: {
  db: Db;
  movieId: number;
  now: Date;
  start: Date | null;
}): Promise<number> =>
  db.$count(
    orders,
    and(
      eq(orders.movieId, movieId),
      inArray(orders.paymentStatus, ['PAID', 'PROCESSING']),
      gt(orders.bookingEndTime, now),
      start ? lt(orders.bookingStartTime, start) : undefined,
    ),
  );

export const countCurrentTickets = (db: Db, movieId: number, now: Date): Promise<number> =>
  db.$count(
    orders,
    and(
      eq(orders.movieId, movieId),
      eq(orders.paymentStatus, 'PAID'),
      gt(orders.bookingEndTime, now),
    ),
  );

const markFilmsChanged = (tx: Db, where: SQL) =>
  tx.update(movies).set({ changeNo: NEXT_CHANGE }).where(where);

export const listGenres = (db: Db) =>
  db
    .select({
      ...pickColumns(genres, 'genreId', 'genreName', 'ordering'),
      films: db.$count(
        movieGenres,
        and(eq(movieGenres.genreId, genres.genreId), eq(movieGenres.active, 'Y')),
      ),
    })
    .from(genres)
    .orderBy(asc(genres.ordering), asc(genres.genreName));

export const insertGenre = async (tx: Db, genreName: string, ordering: number | null) =>
  (
    await tx
      .insert(genres)
      .values({
        genreName,
        ordering: ordering ?? (sql`(select coalesce(max(ordering), 0) + 1 from genres)` as never),
      })
      .onConflictDoNothing()
      .returning()
  )[0];

export const findGenre = async (db: Db, name: string) =>
  (await db.select().from(genres).where(equalsIgnoringCase(genres.genreName, name)))[0];

export async function renameGenreRow(tx: Db, genreId: number, genreName: string): Promise<void> {
  await tx.update(genres).set({ genreName }).where(eq(genres.genreId, genreId));
  const filmsWithGenre = tx
    .select({ id: movieGenres.movieId })
    .from(movieGenres)
    .where(eq(movieGenres.genreId, genreId));
  await markFilmsChanged(tx, inArray(movies.movieId, filmsWithGenre));
}

export const countFilmsOfGenre = (db: Db, genreId: number): Promise<number> =>
  db.$count(movieGenres, eq(movieGenres.genreId, genreId));

export const deleteGenre = (tx: Db, genreId: number) =>
  tx.delete(genres).where(eq(genres.genreId, genreId));

export const listLanguages = (db: Db) =>
  db
    .select({
      ...pickColumns(languages, 'languageId', 'languageName'),
      films: db.$count(movies, eq(movies.primaryLanguage, languages.languageName)),
    })
    .from(languages)
    .orderBy(asc(languages.languageName));

export const insertLanguage = async (tx: Db, languageName: string) =>
  (await tx.insert(languages).values({ languageName }).onConflictDoNothing().returning())[0];

export const findLanguage = async (db: Db, name: string) =>
  (await db.select().from(languages).where(equalsIgnoringCase(languages.languageName, name)))[0];

/** Films and viewers' choices store a language by name. */
export async function renameLanguageRow({
  tx,
  languageId,
  from,
  to,
}: {
  tx: Db;
  languageId: number;
  from: string;
  to: string;
}): Promise<void> {
  await tx.update(languages).set({ languageName: to }).where(eq(languages.languageId, languageId));
  await tx
    .update(movies)
    .set({ primaryLanguage: to, changeNo: NEXT_CHANGE })
    .where(eq(movies.primaryLanguage, from));
  await tx
    .update(users)
    .set({ languages: sql`array_replace(${users.languages}, ${from}, ${to})` })
    .where(sql`${from} = any(${users.languages})`);
}

export const countFilmsOfLanguage = (db: Db, languageName: string): Promise<number> =>
  db.$count(movies, eq(movies.primaryLanguage, languageName));

/** Viewers' choices store a language by name. */
export async function deleteLanguage(
  tx: Db,
  languageId: number,
  languageName: string,
): Promise<void> {
  await tx.delete(languages).where(eq(languages.languageId, languageId));
  await tx
    .update(users)
    .set({ languages: sql`array_remove(${users.languages}, ${languageName})` })
    .where(sql`${languageName} = any(${users.languages})`);
}

export const listCollections = (db: Db) =>
  db
    .select({
      ...pickColumns(collections, 'collectionId', 'name', 'ordering', 'active'),
      films: db.$count(
        collectionMovies,
        eq(collectionMovies.collectionId, collections.collectionId),
      ),
    })
    .from(collections)
    .orderBy(asc(collections.ordering), asc(collections.name));

export const findCollection = async (db: Db, name: string) =>
  (await db.select().from(collections).where(equalsIgnoringCase(collections.name, name)))[0];

export const insertCollection = async (tx: Db, row: { name: string; ordering: number }) =>
  (await tx.insert(collections).values(row).onConflictDoNothing().returning())[0];

export const changeCollection = (
  tx: Db,
  collectionId: number,
  change: { name?: string; ordering?: number },
) => tx.update(collections).set(change).where(eq(collections.collectionId, collectionId));

export const deleteCollection = (tx: Db, collectionId: number) =>
  tx.delete(collections).where(eq(collections.collectionId, collectionId));

export const filmsOfCollection = (db: Db, collectionId: number) =>
  db
    .select({ ...pickColumns(movies, 'movieId', 'movieKey', 'movieName'), ref: movies.importRef })
    .from(collectionMovies)
    .innerJoin(movies, eq(movies.movieId, collectionMovies.movieId))
    .where(eq(collectionMovies.collectionId, collectionId))
    .orderBy(asc(collectionMovies.ordering));

/** Replaces the films of a collection; all its films, old and new, get a new change number. */
export async function setCollectionFilms(
  tx: Db,
  collectionId: number,
  movieIds: number[],
): Promise<void> {
  const before = await tx
    .delete(collectionMovies)
    .where(eq(collectionMovies.collectionId, collectionId))
    .returning({ movieId: collectionMovies.movieId });
  await insertMany(
    movieIds.map((movieId, ordering) => ({ collectionId, movieId, ordering })),
    (part) => tx.insert(collectionMovies).values(part),
  );
  const touched = [...before.map(({ movieId }) => movieId), ...movieIds];
  if (touched.length) await markFilmsChanged(tx, inArray(movies.movieId, touched));
}
