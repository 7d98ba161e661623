import { and, eq, exists, gt, inArray, isNotNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Paise } from '#domain/pricing.ts';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { orders } from '../../../db/schema/booking.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { paymentAttempts, refunds } from '../../../db/schema/payments.ts';
import { moviePlays, playbackSessions } from '../../../db/schema/playback.ts';
import { isUnclaimedGift } from '../gifts/queries.ts';
import { one } from '../../../db/one.ts';

/**
 * An imported ticket has no payment attempt here, so nothing is refunded; a ticket of ₹0 ends
 * without a refund.
 */
function isRefundedOnWithdrawal(db: Db, now: Date) {
  const ofOrder = (table: { movieOrderId: PgColumn }) =>
    eq(table.movieOrderId, orders.movieOrderId);
  const hasKeys = and(ofOrder(playbackSessions), isNotNull(playbackSessions.lastKeyMinute));
  const isOrderRefund = and(ofOrder(refunds), eq(refunds.refundsBill, true));
  const isPayment = and(
    ofOrder(paymentAttempts),
    eq(paymentAttempts.providerPaymentId, orders.paymentTransactionNo),
  );
  return and(
    eq(orders.paymentStatus, 'PAID'),
    or(gt(orders.bookingEndTime, now), isUnclaimedGift),
    notExists(db.select().from(playbackSessions).where(hasKeys)),
    notExists(db.select().from(moviePlays).where(ofOrder(moviePlays))),
    notExists(db.select().from(refunds).where(isOrderRefund)),
    or(lt(orders.totalRoundedValue, 1), exists(db.select().from(paymentAttempts).where(isPayment))),
  );
}

export const sumWithdrawalRefunds = async (db: Db, now: Date, movieIds: number[]) =>
  one(
    await db
      .select({
        tickets: sql<number>`count(*)::int`,
        paise: sql<Paise>`coalesce(sum(${orders.totalRoundedValue}), 0)::float8`,
        mails: sql<number>`count(${users.emailId})::int`,
      })
      .from(orders)
      .leftJoin(users, eq(users.userId, orders.userId))
      .where(and(inArray(orders.movieId, movieIds), isRefundedOnWithdrawal(db, now))),
  );

export async function listTicketsOfWithdrawnFilms({
  db,
  now,
  after,
  limit,
}: {
  db: Db;
  now: Date;
  after: number;
  limit: number;
}) {
  const rows = await db
    .select({ movieOrderId: orders.movieOrderId })
    .from(orders)
    .innerJoin(movies, eq(movies.movieId, orders.movieId))
    .where(
      and(gt(orders.movieOrderId, after), ne(movies.active, 'Y'), isRefundedOnWithdrawal(db, now)),
    )
    .orderBy(orders.movieOrderId)
    .limit(limit);
  return rows.map(({ movieOrderId }) => movieOrderId);
}
