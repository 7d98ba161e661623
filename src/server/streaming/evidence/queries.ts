import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type { Invoice } from '#contract/invoices.ts';
import type { Db } from '../../db/database.ts';
import { pickColumns } from '../../db/pick-columns.ts';
import { users } from '../../db/schema/accounts.ts';
import { ticketMails } from '../../db/schema/booking.ts';
import { movies } from '../../db/schema/catalogue.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { partRefunds, paymentAttempts, refunds } from '../../db/schema/payments.ts';
import { moviePlays, playbackSessions } from '../../db/schema/playback.ts';
import { reviews } from '../../db/schema/reviews.ts';
import { sessions } from '../../db/schema/session.ts';
import { feeMails, submissions, submissionSteps } from '../../db/schema/submission.ts';

/** Exactly one is set. */
export interface DisputedBill {
  movieOrderId: number | null;
  feeId: number | null;
}

const isOf = <Table extends typeof paymentAttempts | typeof refunds | typeof partRefunds>(
  table: Table,
  { movieOrderId, feeId }: DisputedBill,
) => (movieOrderId === null ? eq(table.feeId, feeId!) : eq(table.movieOrderId, movieOrderId));

export const listAttempts = (db: Db, bill: DisputedBill) =>
  db
    .select()
    .from(paymentAttempts)
    .where(isOf(paymentAttempts, bill))
    .orderBy(asc(paymentAttempts.attemptId));

export const listRefunds = (db: Db, bill: DisputedBill) =>
  db.select().from(refunds).where(isOf(refunds, bill)).orderBy(asc(refunds.refundId));

export const listPartRefunds = (db: Db, bill: DisputedBill) =>
  db
    .select()
    .from(partRefunds)
    .where(isOf(partRefunds, bill))
    .orderBy(asc(partRefunds.partRefundId));

export async function findAccount(db: Db, userId: number) {
  const columns = {
    ...pickColumns(users, 'userId', 'firstName', 'lastName', 'emailId', 'emailVerifiedAt'),
    ...pickColumns(users, 'dialCode', 'mobile', 'mobileVerifiedAt', 'createdOn'),
  };
  return (await db.select(columns).from(users).where(eq(users.userId, userId)))[0];
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Sessions that were open at some moment of the period. */
export const listSignIns = (db: Db, userId: number, { from, until }: { from: Date; until: Date }) =>
  db
    .select(
      pickColumns(sessions, 'createdOn', 'lastSeenOn', 'ipAddress', 'userAgent', 'deviceName'),
    )
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        lte(sessions.createdOn, until),
        gte(sessions.lastSeenOn, from),
      ),
    )
    .orderBy(asc(sessions.createdOn), asc(sessions.sessionId));

/** By the viewer's index. */
export const listPlays = (
  db: Db,
  { movieOrderId, userId, movieId }: { movieOrderId: number; userId: number; movieId: number },
) =>
  db
    .select(
      pickColumns(
        moviePlays,
        'playStartTime',
        'playEndTime',
        'playSeekTime',
        'deviceType',
        'deviceName',
        'ipAddress',
      ),
    )
    .from(moviePlays)
    .where(
      and(
        eq(moviePlays.userId, userId),
        eq(moviePlays.movieId, movieId),
        eq(moviePlays.movieOrderId, movieOrderId),
      ),
    )
    .orderBy(asc(moviePlays.playStartTime), asc(moviePlays.moviePlayId));

export const listKeySessions = (db: Db, movieOrderId: number) =>
  db
    .select(pickColumns(playbackSessions, 'startedAt', 'lastKeyMinute', 'endedAt'))
    .from(playbackSessions)
    .where(
      and(
        eq(playbackSessions.movieOrderId, movieOrderId),
        sql`${playbackSessions.lastKeyMinute} is not null`,
      ),
    )
    .orderBy(asc(playbackSessions.startedAt), asc(playbackSessions.sessionId));

export const listDocuments = async (db: Db, movieOrderId: number): Promise<Invoice[]> =>
  (
    await db
      .select({ document: invoices.document })
      .from(invoices)
      .where(eq(invoices.movieOrderId, movieOrderId))
      .orderBy(asc(invoices.issuedAt), asc(invoices.invoiceNo))
  ).map(({ document }) => document as Invoice);

export const listTicketMails = (db: Db, movieOrderId: number) =>
  db
    .select(pickColumns(ticketMails, 'kind', 'sentAt', 'droppedAt'))
    .from(ticketMails)
    .where(eq(ticketMails.movieOrderId, movieOrderId))
    .orderBy(asc(ticketMails.dueAt), asc(ticketMails.ticketMailId));

export async function findReview(db: Db, { userId, movieId }: { userId: number; movieId: number }) {
  const isOwn = and(eq(reviews.userId, userId), eq(reviews.movieId, movieId));
  return (await db.select().from(reviews).where(isOwn))[0];
}

export async function findSubmittedFilm(db: Db, feeId: number) {
  const [row] = await db
    .select({ submission: submissions, ...pickColumns(movies, 'movieName', 'movieNameEn') })
    .from(submissions)
    .innerJoin(movies, eq(movies.movieId, submissions.movieId))
    .where(eq(submissions.feeId, feeId));
  return row;
}
export type SubmittedFilm = NonNullable<Awaited<ReturnType<typeof findSubmittedFilm>>>;

export const listSteps = (db: Db, movieId: number) =>
  db
    .select()
    .from(submissionSteps)
    .where(eq(submissionSteps.movieId, movieId))
    .orderBy(asc(submissionSteps.at), asc(submissionSteps.stepId));

export const listFeeMails = (db: Db, feeId: number) =>
  db
    .select(pickColumns(feeMails, 'kind', 'sentAt', 'droppedAt'))
    .from(feeMails)
    .where(eq(feeMails.feeId, feeId))
    .orderBy(asc(feeMails.dueAt));
