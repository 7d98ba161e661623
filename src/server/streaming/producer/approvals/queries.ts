import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { pickColumns } from '../../../db/pick-columns.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { approvedStatements, channelMovies } from '../../../db/schema/producer.ts';

export type ApprovedStatement = typeof approvedStatements.$inferSelect;

export const findApproval = async (db: Db, movieId: number, month: string): Promise<ApprovedStatement | undefined> =>
  (
    await db
      .select()
      .from(approvedStatements)
      .where(and(eq(approvedStatements.movieId, movieId), eq(approvedStatements.month, month)))
  )[0];

/** The number of the films whose channel was deleted with its owner's account. Real channels have higher numbers. */
export const DELETED_CHANNEL = 0;

const isOfChannel = (channelId: number) =>
  channelId === DELETED_CHANNEL ? isNull(approvedStatements.channelId) : eq(approvedStatements.channelId, channelId);

/** The approved statements of a month; with `only`, those of a channel and those of some films. */
export const listApproved = (db: Db, month: string, only?: { channelId: number; movieIds: number[] }) =>
  db
    .select()
    .from(approvedStatements)
    .where(
      and(
        eq(approvedStatements.month, month),
        only && or(isOfChannel(only.channelId), inArray(approvedStatements.movieId, only.movieIds)),
      ),
    );

/** Of a channel, or of one of its films. A concurrent payment of the channel waits for these locks. */
export const lockApproved = (
  tx: Db,
  month: string,
  channelId: number,
  movieId?: number,
): Promise<ApprovedStatement[]> =>
  tx
    .select()
    .from(approvedStatements)
    .where(
      and(
        eq(approvedStatements.month, month),
        isOfChannel(channelId),
        movieId === undefined ? undefined : eq(approvedStatements.movieId, movieId),
      ),
    )
    .orderBy(asc(approvedStatements.movieId))
    .for('update');

/** Returns the number of inserted rows: films that are approved for the month are skipped. Sort the rows by film. */
export const insertApproved = async (tx: Db, rows: (typeof approvedStatements.$inferInsert)[]): Promise<number> =>
  (
    await tx
      .insert(approvedStatements)
      .values(rows)
      .onConflictDoNothing()
      .returning({ movieId: approvedStatements.movieId })
  ).length;

type Payment = Pick<ApprovedStatement, 'paidAt' | 'paidBy' | 'paymentReference'>;

export const changePayment = (tx: Db, month: string, movieIds: number[], payment: Payment) =>
  tx
    .update(approvedStatements)
    .set(payment)
    .where(and(eq(approvedStatements.month, month), inArray(approvedStatements.movieId, movieIds)));

export const deleteApproved = (tx: Db, month: string, movieIds: number[]) =>
  tx
    .delete(approvedStatements)
    .where(and(eq(approvedStatements.month, month), inArray(approvedStatements.movieId, movieIds)));

export const listMovieIdsOfChannel = async (db: Db, channelId: number): Promise<number[]> =>
  (
    await db
      .select({ movieId: channelMovies.movieId })
      .from(channelMovies)
      .where(eq(channelMovies.channelId, channelId))
  ).map(({ movieId }) => movieId);

/** Films each with its first channel. Films without a channel are left out. */
export const listFirstChannels = (db: Db, movieIds: number[]) =>
  db
    .selectDistinctOn([channelMovies.movieId])
    .from(channelMovies)
    .where(inArray(channelMovies.movieId, movieIds))
    .orderBy(channelMovies.movieId, channelMovies.channelId);

export const listMoviesById = (db: Db, movieIds: number[]) =>
  db
    .select(pickColumns(movies, 'movieId', 'importRef', 'movieKey', 'movieName', 'movieNameEn', 'primaryLanguage'))
    .from(movies)
    .where(inArray(movies.movieId, movieIds))
    .orderBy(asc(movies.movieId));
