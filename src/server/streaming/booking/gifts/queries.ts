import {
  and,
  eq,
  exists,
  gt,
  isNull,
  lt,
  lte,
  notExists,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { DAY } from '#domain/limits/durations.ts';
import { GIFT_CLAIM_DAYS } from '#domain/limits/booking.ts';
import type { Db } from '../../../db/database.ts';
import { gifts, orders } from '../../../db/schema/booking.ts';
import { paymentAttempts, refunds } from '../../../db/schema/payments.ts';

/** PayPal refuses refunds 180 days after the payment. */
const REFUND_DAYS = 180 - GIFT_CLAIM_DAYS;

export type GiftRow = typeof gifts.$inferSelect;
type NewGift = typeof gifts.$inferInsert;

/**
 * Whether the ticket belongs to the viewer: bought for oneself, or a claimed gift. The ids of the
 * gifts come as an array, so that both sides use an index of `orders`.
 */
export const isHeldBy = (userId: number | Placeholder): SQL =>
  or(
    and(eq(orders.userId, userId), eq(orders.isGift, false)),
    sql`${orders.movieOrderId} = any(array(select g.movie_order_id from ${gifts} g where g.receiver_id = ${userId}))`,
  )!;

/** Whether the viewer may see the order: as its payer, or as the receiver of a gift. */
export const isPayerOrHolder = (userId: number): SQL =>
  or(eq(orders.userId, userId), isHeldBy(userId))!;

const giftOfOrder = sql`select from ${gifts} g where g.movie_order_id = ${orders.movieOrderId}`;

/**
 * Whether the ticket belongs to an account: not an unclaimed gift, and not a ticket of a deleted
 * account.
 */
export const hasHolder: SQL = sql`(case when ${orders.isGift}
  then exists (${giftOfOrder} and g.receiver_id is not null) else ${orders.userId} is not null end)`;

/** Of a PAID order: a gift that somebody could claim, or whose money is on its way back. */
export const isUnclaimedGift: SQL = sql`(${orders.isGift} and exists (${giftOfOrder} and g.claimed_at is null))`;

export const saveGift = (tx: Db, { movieOrderId, ...values }: NewGift) =>
  tx
    .insert(gifts)
    .values({ movieOrderId, ...values })
    .onConflictDoUpdate({ target: gifts.movieOrderId, set: values });

/** Call it under the lock of the order's row. */
export const changeGift = (tx: Db, movieOrderId: number, change: Partial<NewGift>) =>
  tx.update(gifts).set(change).where(eq(gifts.movieOrderId, movieOrderId));

export const deleteGift = (tx: Db, movieOrderId: number) =>
  tx.delete(gifts).where(eq(gifts.movieOrderId, movieOrderId));

export const findGiftRow = async (db: Db, movieOrderId: number): Promise<GiftRow | undefined> =>
  (await db.select().from(gifts).where(eq(gifts.movieOrderId, movieOrderId)))[0];

export const findGiftByHash = async (db: Db, codeHash: string): Promise<GiftRow | undefined> =>
  (await db.select().from(gifts).where(eq(gifts.codeHash, codeHash)))[0];

/**
 * PAID orders of gifts that nobody claimed in time and that were not refunded yet; of those with a
 * price, those with a payment. Chosen: not after `REFUND_DAYS`, so that a run does not read all
 * gifts of all years.
 */
export async function listLapsedGifts({
  db,
  now,
  after,
  limit,
}: {
  db: Db;
  now: Date;
  after: number;
  limit: number;
}): Promise<number[]> {
  const isPayment = and(
    eq(paymentAttempts.movieOrderId, orders.movieOrderId),
    eq(paymentAttempts.providerPaymentId, orders.paymentTransactionNo),
  );
  const isOrderRefund = and(
    eq(refunds.movieOrderId, orders.movieOrderId),
    eq(refunds.refundsBill, true),
  );
  const rows = await db
    .select({ movieOrderId: gifts.movieOrderId })
    .from(gifts)
    .innerJoin(orders, eq(orders.movieOrderId, gifts.movieOrderId))
    .where(
      and(
        gt(gifts.movieOrderId, after),
        isNull(gifts.claimedAt),
        isNull(gifts.takenBackAt),
        lte(gifts.claimUntil, now),
        gt(gifts.claimUntil, new Date(now.getTime() - REFUND_DAYS * DAY)),
        eq(orders.paymentStatus, 'PAID'),
        notExists(db.select().from(refunds).where(isOrderRefund)),
        or(
          lt(orders.totalRoundedValue, 1),
          exists(db.select().from(paymentAttempts).where(isPayment)),
        ),
      ),
    )
    .orderBy(gifts.movieOrderId)
    .limit(limit);
  return rows.map(({ movieOrderId }) => movieOrderId);
}
