import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { MinorUnits } from '#domain/pricing.ts';
import type { ProviderName } from '#contract/payments.ts';
import type { ReturnCause } from '#domain/payment-states.ts';
import type { Db } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { partRefunds, refunds } from '../../../db/schema/payments.ts';
import { submissionFees } from '../../../db/schema/submission.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type NewRefund = typeof refunds.$inferInsert;

export const findRefund = async (
  db: Db,
  providerPaymentId: string,
): Promise<RefundRow | undefined> =>
  (await db.select().from(refunds).where(eq(refunds.providerPaymentId, providerPaymentId)))[0];

/** A payment has at most one refund; a second insert does nothing. */
export const insertRefund = (db: Db, refund: NewRefund) =>
  db.insert(refunds).values(refund).onConflictDoNothing();

export const insertPartRefund = (tx: Db, part: typeof partRefunds.$inferInsert) =>
  tx.insert(partRefunds).values(part);

/** In a payment's currency. */
export interface ReturnedAmounts {
  refunded: MinorUnits;
  /** Taken by lost disputes. */
  disputed: MinorUnits;
}

/** What is recorded of a payment's money as gone back. */
export async function readReturnedAmounts(
  db: Db,
  providerPaymentId: string,
): Promise<ReturnedAmounts> {
  const rows = await db
    .select({ cause: partRefunds.cause, amount: partRefunds.amount })
    .from(partRefunds)
    .where(eq(partRefunds.providerPaymentId, providerPaymentId))
    .unionAll(
      db
        .select({ cause: refunds.cause, amount: refunds.amount })
        .from(refunds)
        .where(and(eq(refunds.providerPaymentId, providerPaymentId), eq(refunds.state, 'done'))),
    );
  const sumOf = (cause: ReturnCause) =>
    rows.filter((row) => row.cause === cause).reduce((sum, { amount }) => sum + amount, 0);
  return { refunded: sumOf('refund'), disputed: sumOf('dispute') };
}

export const changeRefund = (db: Db, refundId: number, change: Partial<NewRefund>) =>
  db.update(refunds).set(change).where(eq(refunds.refundId, refundId));

/** The pause between two checks is the refund's age divided by this number. */
const AGE_DIVISOR = 50;

interface DueRefunds {
  provider: ProviderName;
  now: Date;
  intervalSeconds: number;
  paymentId?: string | undefined;
}

const isDue = ({ provider, now, intervalSeconds, paymentId }: DueRefunds) =>
  and(
    eq(refunds.provider, provider),
    inArray(refunds.state, ['asked', 'pending']),
    lte(refunds.askedAt, now),
    paymentId === undefined ? undefined : eq(refunds.providerPaymentId, paymentId),
    sql`coalesce(${refunds.checkedAt}, 'epoch') < ${now.toISOString()}::timestamptz - make_interval(secs =>
      greatest(${intervalSeconds}::double precision,
        extract(epoch from ${now.toISOString()}::timestamptz - ${refunds.askedAt}) / ${AGE_DIVISOR}::int))`,
  );

/** Least recently checked first. */
export const listDueRefunds = async (db: Db, due: DueRefunds, limit: number): Promise<number[]> =>
  (
    await db
      .select({ refundId: refunds.refundId })
      .from(refunds)
      .where(isDue(due))
      .orderBy(sql`coalesce(${refunds.checkedAt}, ${refunds.askedAt})`, refunds.refundId)
      .limit(limit)
  ).map(({ refundId }) => refundId);

export const claimRefunds = ({
  db,
  ids,
  due,
  now,
}: {
  db: Db;
  ids: number[];
  due: DueRefunds;
  now: Date;
}): Promise<RefundRow[]> =>
  db.transaction(async (tx) => {
    const claimed = await tx
      .select()
      .from(refunds)
      .where(and(inArray(refunds.refundId, ids), isDue(due)))
      .for('update', { skipLocked: true });
    if (!claimed.length) return [];
    const claimedIds = claimed.map(({ refundId }) => refundId);
    await tx.update(refunds).set({ checkedAt: now }).where(inArray(refunds.refundId, claimedIds));
    return claimed.toSorted((a, b) => ids.indexOf(a.refundId) - ids.indexOf(b.refundId));
  });

/**
 * With the number of the order or fee. PostgreSQL reads the fee only for payments without an order.
 */
export const selectFailedRefunds = (db: Db) =>
  db
    .select({
      refund: refunds,
      billNo: sql<string>`coalesce(${orders.orderNo},
        (select ${submissionFees.feeNo} from ${submissionFees} where ${submissionFees.feeId} = ${refunds.feeId}))`,
    })
    .from(refunds)
    .leftJoin(orders, eq(orders.movieOrderId, refunds.movieOrderId))
    .where(eq(refunds.state, 'failed'))
    .orderBy(asc(refunds.refundId));
