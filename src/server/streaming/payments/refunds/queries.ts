import { and, asc, eq, exists, gt, inArray, isNotNull, lt, lte, ne, notExists, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { orders } from '../../../db/schema/booking.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { paymentAttempts, refunds } from '../../../db/schema/payments.ts';
import { moviePlays, playbackSessions } from '../../../db/schema/playback.ts';
import { submissionFees } from '../../../db/schema/submission.ts';
import type { ProviderName } from '../../../ports/payments/provider.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type NewRefund = typeof refunds.$inferInsert;

export const findRefund = async (db: Db, providerPaymentId: string): Promise<RefundRow | undefined> =>
  (await db.select().from(refunds).where(eq(refunds.providerPaymentId, providerPaymentId)))[0];

/** Of one payment there is one refund, whoever asks for it first. */
export const insertRefund = (db: Db, refund: NewRefund) => db.insert(refunds).values(refund).onConflictDoNothing();

export const changeRefund = (db: Db, refundId: number, change: Partial<NewRefund>) =>
  db.update(refunds).set(change).where(eq(refunds.refundId, refundId));

/** A refund takes days: as it ages, the provider is asked about it less and less often. */
const ASKS_BY_AGE = 50;

/** Which refunds are due: by this provider, asked until now, not finished, not asked about for `every` seconds or longer, by their age. */
export interface DueRefunds {
  provider: ProviderName;
  now: Date;
  every: number;
  /** The refund of this payment alone. */
  paymentId?: string | undefined;
}

const isDue = ({ provider, now, every, paymentId }: DueRefunds) =>
  and(
    eq(refunds.provider, provider),
    inArray(refunds.state, ['asked', 'pending']),
    lte(refunds.askedAt, now),
    paymentId === undefined ? undefined : eq(refunds.providerPaymentId, paymentId),
    sql`coalesce(${refunds.checkedAt}, 'epoch') < ${now.toISOString()}::timestamptz - make_interval(secs =>
      greatest(${every}::double precision,
        extract(epoch from ${now.toISOString()}::timestamptz - ${refunds.askedAt}) / ${ASKS_BY_AGE}::int))`,
  );

/** First the one that was asked about longest ago, or has waited longest for its first time. */
export const listDueRefunds = async (db: Db, due: DueRefunds, limit: number): Promise<number[]> =>
  (
    await db
      .select({ refundId: refunds.refundId })
      .from(refunds)
      .where(isDue(due))
      .orderBy(sql`coalesce(${refunds.checkedAt}, ${refunds.askedAt})`, refunds.refundId)
      .limit(limit)
  ).map(({ refundId }) => refundId);

/** Takes those that are due still, for one process: nobody else asks about them for a while. */
export const claimRefunds = (db: Db, ids: number[], due: DueRefunds, now: Date): Promise<RefundRow[]> =>
  db.transaction(async (tx) => {
    const claimed = await tx
      .select()
      .from(refunds)
      .where(and(inArray(refunds.refundId, ids), isDue(due)))
      .for('update', { skipLocked: true });
    if (!claimed.length) return [];
    const taken = claimed.map(({ refundId }) => refundId);
    await tx.update(refunds).set({ checkedAt: now }).where(inArray(refunds.refundId, taken));
    return claimed.toSorted((one, other) => ids.indexOf(one.refundId) - ids.indexOf(other.refundId));
  });

/** The number and state of what is paid, whichever of the two it is. */
const no = sql<string>`coalesce(${orders.orderNo}, ${submissionFees.feeNo})`;
const paymentStatus = sql<string>`coalesce(${orders.paymentStatus}, ${submissionFees.paymentStatus})`;

export const failedRefunds = (db: Db) =>
  db
    .select({ refund: refunds, no })
    .from(refunds)
    .leftJoin(orders, eq(orders.movieOrderId, refunds.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, refunds.feeId))
    .where(eq(refunds.state, 'failed'))
    .orderBy(asc(refunds.refundId));

/** Attempts with money that fits no bill. */
export const heldAttempts = (db: Db) =>
  db
    .select({ attempt: paymentAttempts, no, paymentStatus })
    .from(paymentAttempts)
    .leftJoin(orders, eq(orders.movieOrderId, paymentAttempts.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, paymentAttempts.feeId))
    .where(isNotNull(paymentAttempts.heldReason))
    .orderBy(asc(paymentAttempts.attemptId));

/**
 * Tickets that a withdrawn film gives back: their window has not ended, nobody has played them and their money is not on its way back yet.
 * Without money of ours (an imported ticket) there is nothing to return; a ticket of ₹0 simply ends.
 */
const isReturnedWithItsFilm = (db: Db, now: Date) =>
  and(
    eq(orders.paymentStatus, 'PAID'),
    gt(orders.bookingEndTime, now),
    notExists(
      db
        .select()
        .from(playbackSessions)
        .where(and(eq(playbackSessions.movieOrderId, orders.movieOrderId), isNotNull(playbackSessions.keyMinute))),
    ),
    notExists(db.select().from(moviePlays).where(eq(moviePlays.movieOrderId, orders.movieOrderId))),
    notExists(
      db
        .select()
        .from(refunds)
        .where(and(eq(refunds.movieOrderId, orders.movieOrderId), eq(refunds.endsTicket, true))),
    ),
    or(
      lt(orders.totalRoundedValue, 1),
      exists(
        db
          .select()
          .from(paymentAttempts)
          .where(
            and(
              eq(paymentAttempts.movieOrderId, orders.movieOrderId),
              eq(paymentAttempts.providerPaymentId, orders.paymentTransactionNo),
            ),
          ),
      ),
    ),
  );

/** How many tickets these films give back if they are withdrawn now, their sum in paise, and how many viewers have an address for a mail. */
export const sumReturns = async (db: Db, now: Date, movieIds: number[]) =>
  (
    await db
      .select({
        tickets: sql<number>`count(*)::int`,
        paise: sql<number>`coalesce(sum(${orders.totalRoundedValue}), 0)::float8`,
        mails: sql<number>`count(${users.emailId})::int`,
      })
      .from(orders)
      .leftJoin(users, eq(users.userId, orders.userId))
      .where(and(inArray(orders.movieId, movieIds), isReturnedWithItsFilm(db, now)))
  )[0]!;

/** The tickets that films which left the catalogue give back, from the one behind `after`. */
export const ticketsOfWithdrawnFilms = async (db: Db, now: Date, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .select({ movieOrderId: orders.movieOrderId })
    .from(orders)
    .innerJoin(movies, eq(movies.movieId, orders.movieId))
    .where(and(gt(orders.movieOrderId, after), ne(movies.active, 'Y'), isReturnedWithItsFilm(db, now)))
    .orderBy(orders.movieOrderId)
    .limit(limit);
  return rows.map(({ movieOrderId }) => movieOrderId);
};
