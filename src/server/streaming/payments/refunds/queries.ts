import { and, asc, eq, exists, gt, inArray, isNotNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
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

/** Refunds by one of these providers that the provider has not finished, and that were not asked about since `before`. */
export const refundsToTell = (db: Db, { of, before, limit }: { of: ProviderName[]; before: Date; limit: number }) =>
  db
    .select()
    .from(refunds)
    .where(
      and(
        inArray(refunds.provider, of),
        inArray(refunds.state, ['asked', 'pending']),
        sql`coalesce(${refunds.checkedAt}, 'epoch') < ${before.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(sql`${refunds.checkedAt} nulls first`)
    .limit(limit);

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
 * Tickets of films that left the catalogue whose window has not ended, which nobody has played and whose money is not on its
 * way back yet. Without money of ours (an imported ticket) there is nothing to return; a ticket of ₹0 simply ends.
 */
export const ticketsOfWithdrawnFilms = (db: Db, now: Date, limit: number) =>
  db
    .select({ movieOrderId: orders.movieOrderId })
    .from(orders)
    .innerJoin(movies, eq(movies.movieId, orders.movieId))
    .where(
      and(
        eq(orders.paymentStatus, 'PAID'),
        gt(orders.bookingEndTime, now),
        ne(movies.active, 'Y'),
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
      ),
    )
    .orderBy(orders.movieOrderId)
    .limit(limit);
