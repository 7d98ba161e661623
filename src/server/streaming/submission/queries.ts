import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Active } from '#domain/active.ts';
import type { SubmissionStage } from '#domain/submission-tracker.ts';
import type { Db } from '../../db/database.ts';
import { lockAgainstErasure } from '../../db/erasure-lock.ts';
import { genres, movieGenres, movies } from '../../db/schema/catalogue.ts';
import { submissionFees, submissions, submissionSteps } from '../../db/schema/submission.ts';
import { one } from '../../db/one.ts';

export type SubmissionRow = typeof submissions.$inferSelect;
export type NewSubmission = typeof submissions.$inferInsert;
export type NewMovie = typeof movies.$inferInsert;
export type StepRow = typeof submissionSteps.$inferSelect;
export interface GenreLink {
  genreId: number;
  active: Active;
  ordering: number;
}
export interface Draft {
  userId: number;
  draftKey: string;
}

/**
 * Also blocks the erasure of the account. A concurrent request of the account waits and sees the
 * first one's film.
 */
export async function lockSubmissionsOf(tx: Db, userId: number): Promise<void> {
  await lockAgainstErasure(tx, userId);
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`submission ${userId}`}, 0))`,
  );
}

/** The lock keeps the operator from starting the review at the same moment. */
export const lockSubmissionByDraft = async (
  tx: Db,
  { userId, draftKey }: Draft,
): Promise<SubmissionRow | undefined> =>
  (
    await tx
      .select()
      .from(submissions)
      .where(and(eq(submissions.userId, userId), eq(submissions.draftKey, draftKey)))
      .for('update')
  )[0];

export const lockSubmission = async (tx: Db, movieId: number): Promise<SubmissionRow | undefined> =>
  (await tx.select().from(submissions).where(eq(submissions.movieId, movieId)).for('update'))[0];

export const insertMovie = async (tx: Db, movie: NewMovie): Promise<number> =>
  one(await tx.insert(movies).values(movie).returning({ movieId: movies.movieId })).movieId;

export const changeMovieRow = async (tx: Db, movieId: number, change: Partial<NewMovie>) =>
  one(await tx.update(movies).set(change).where(eq(movies.movieId, movieId)).returning());

export const insertSubmission = (tx: Db, submission: NewSubmission) =>
  tx.insert(submissions).values(submission);

export const changeSubmission = (tx: Db, movieId: number, change: Partial<NewSubmission>) =>
  tx.update(submissions).set(change).where(eq(submissions.movieId, movieId));

const DECISIONS: SubmissionStage[] = ['accepted', 'declined'];

/** A film reaches a stage once; the mail is due at `at`. */
export async function insertStep({
  tx,
  movieId,
  stage,
  at,
  note = null,
}: {
  tx: Db;
  movieId: number;
  stage: SubmissionStage;
  at: Date;
  note?: string | null;
}): Promise<void> {
  await tx
    .insert(submissionSteps)
    .values({ movieId, stage, at, note, dueAt: at })
    .onConflictDoNothing();
  if (DECISIONS.includes(stage)) await changeSubmission(tx, movieId, { decidedAt: at });
}

export const countGenres = (tx: Db, genreIds: number[]): Promise<number> =>
  tx.$count(genres, inArray(genres.genreId, genreIds));

export async function replaceGenres(tx: Db, movieId: number, genreIds: number[]): Promise<void> {
  await tx.delete(movieGenres).where(eq(movieGenres.movieId, movieId));
  await tx
    .insert(movieGenres)
    .values(genreIds.map((genreId, ordering) => ({ movieId, genreId, ordering })));
}

export const findGenreLink = async (tx: Db, movieId: number, genreId: number) =>
  (
    await tx
      .select()
      .from(movieGenres)
      .where(and(eq(movieGenres.movieId, movieId), eq(movieGenres.genreId, genreId)))
  )[0];

export const saveGenreLink = (tx: Db, movieId: number, { genreId, active, ordering }: GenreLink) =>
  tx
    .insert(movieGenres)
    .values({ movieId, genreId, active, ordering })
    .onConflictDoUpdate({
      target: [movieGenres.movieId, movieGenres.genreId],
      set: { active, ordering },
    });

/** Films without a paid fee and without a decision. */
export const countUnpaidWaiting = (tx: Db, userId: number): Promise<number> =>
  tx.$count(
    submissions,
    and(
      eq(submissions.userId, userId),
      isNull(submissions.feeId),
      isNull(submissions.decidedAt),
      sql`not exists (select from ${submissionSteps} s where s.movie_id = ${submissions.movieId} and s.stage in ('accepted', 'declined'))`,
    ),
  );

const { searchText: _text, searchSound: _sound, ...movieColumns } = getTableColumns(movies);
const stage = sql<SubmissionStage>`(
  select s.stage from ${submissionSteps} s where s.movie_id = ${submissions.movieId} order by s.step_id desc limit 1)`;
const withFilm = (db: Db) =>
  db
    .select({ submission: submissions, movie: movieColumns, fee: submissionFees, stage })
    .from(submissions)
    .innerJoin(movies, eq(movies.movieId, submissions.movieId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, submissions.feeId));
export type SubmittedFilm = Awaited<ReturnType<typeof withFilm>>[number];

export const listOwnSubmissions = (db: Db, userId: number): Promise<SubmittedFilm[]> =>
  withFilm(db)
    .where(eq(submissions.userId, userId))
    .orderBy(desc(submissions.submittedAt), desc(submissions.movieId));

/** Newest first: a film is inserted when it is submitted. */
export const listAllSubmissions = (
  db: Db,
  after: number | undefined,
  count: number,
): Promise<SubmittedFilm[]> =>
  withFilm(db)
    .where(after ? lt(submissions.movieId, after) : undefined)
    .orderBy(desc(submissions.movieId))
    .limit(count);

export const findSubmission = async (db: Db, movieId: number): Promise<SubmittedFilm | undefined> =>
  (await withFilm(db).where(eq(submissions.movieId, movieId)))[0];

export const listSteps = async (db: Db, movieIds: number[]): Promise<StepRow[]> =>
  movieIds.length
    ? db
        .select()
        .from(submissionSteps)
        .where(inArray(submissionSteps.movieId, movieIds))
        .orderBy(asc(submissionSteps.stepId))
    : [];
