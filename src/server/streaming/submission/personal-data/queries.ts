import { and, eq, getTableColumns, inArray, isNull, ne } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { movies, removedMovies } from '../../../db/schema/catalogue.ts';
import {
  feeMails,
  submissionFees,
  submissionPosters,
  submissions,
  submissionSteps,
} from '../../../db/schema/submission.ts';
import { pickColumns } from '../../../db/pick-columns.ts';

const { movieName } = movies;

export const feesOf = (db: Db, userId: number) =>
  db
    .select()
    .from(submissionFees)
    .where(eq(submissionFees.userId, userId))
    .orderBy(submissionFees.feeId);

export const feeMailsOf = (db: Db, userId: number) =>
  db
    .select(pickColumns(feeMails, 'feeId', 'kind', 'dueAt', 'sentAt'))
    .from(feeMails)
    .innerJoin(submissionFees, eq(submissionFees.feeId, feeMails.feeId))
    .where(eq(submissionFees.userId, userId))
    .orderBy(feeMails.feeId);

export const submissionsOf = (db: Db, userId: number) =>
  db
    .select({ ...getTableColumns(submissions), movieName })
    .from(submissions)
    .innerJoin(movies, eq(movies.movieId, submissions.movieId))
    .where(eq(submissions.userId, userId))
    .orderBy(submissions.movieId);

export const submissionStepsOf = (db: Db, userId: number) =>
  db
    .select(pickColumns(submissionSteps, 'movieId', 'stage', 'at', 'note', 'sentAt'))
    .from(submissionSteps)
    .innerJoin(submissions, eq(submissions.movieId, submissionSteps.movieId))
    .where(eq(submissions.userId, userId))
    .orderBy(submissionSteps.stepId);

export const postersOf = (db: Db, userId: number) =>
  db
    .select(pickColumns(submissionPosters, 'posterKey', 'uploadedAt'))
    .from(submissionPosters)
    .where(eq(submissionPosters.userId, userId))
    .orderBy(submissionPosters.uploadedAt);

export const lockFees = (tx: Db, userId: number) =>
  tx
    .select(pickColumns(submissionFees, 'feeId', 'paymentStatus'))
    .from(submissionFees)
    .where(eq(submissionFees.userId, userId))
    .orderBy(submissionFees.feeId)
    .for('update');

export const cancelUnpaidFeesOf = (tx: Db, userId: number) =>
  tx
    .update(submissionFees)
    .set({ paymentStatus: 'CANCELLED' })
    .where(and(eq(submissionFees.userId, userId), eq(submissionFees.paymentStatus, 'NEW')));

/**
 * Returns the keys of the posters. A film with a streaming date stays, because it may have sold
 * tickets.
 */
export async function deleteSubmissions(tx: Db, userId: number): Promise<string[]> {
  const submittedMovies = tx
    .select({ movieId: submissions.movieId })
    .from(submissions)
    .where(eq(submissions.userId, userId));
  const isDeletable = and(
    inArray(movies.movieId, submittedMovies),
    ne(movies.active, 'Y'),
    isNull(movies.streamingStartDate),
  );
  const deletedMovies = await tx
    .delete(movies)
    .where(isDeletable)
    .returning({ movieKey: movies.movieKey, changeNo: movies.changeNo });
  // A film that was shown without a date and then withdrawn may still have a page.
  const shownMovies = deletedMovies
    .filter(({ changeNo }) => changeNo > 0)
    .map(({ movieKey }) => ({ movieKey }));
  if (shownMovies.length) await tx.insert(removedMovies).values(shownMovies).onConflictDoNothing();
  await tx.delete(submissions).where(eq(submissions.userId, userId));
  const posters = await tx
    .delete(submissionPosters)
    .where(eq(submissionPosters.userId, userId))
    .returning();
  return posters.map(({ posterKey }) => posterKey);
}

export const countFees = (db: Db, userId: number) =>
  db.$count(submissionFees, eq(submissionFees.userId, userId));

export const countSubmissions = (db: Db, userId: number) =>
  db.$count(submissions, eq(submissions.userId, userId));

export const countPosters = (db: Db, userId: number) =>
  db.$count(submissionPosters, eq(submissionPosters.userId, userId));
