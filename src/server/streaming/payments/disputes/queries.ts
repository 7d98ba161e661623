import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { disputes } from '../../../db/schema/payments.ts';
import { submissionFees } from '../../../db/schema/submission.ts';
import type { DisputeState } from '../../../ports/payments/provider.ts';

export type DisputeRow = typeof disputes.$inferSelect;
type NewDispute = typeof disputes.$inferInsert & { state: DisputeState };

/** A state replaces states of its own rank and below. Events come in any order. */
const RANKS: Record<DisputeState, number> = { open: 0, under_review: 0, closed: 1, won: 1, lost: 2 };

/** Stores the newest known state. An event from before that state changes nothing. */
export async function storeDispute(tx: Db, dispute: NewDispute): Promise<void> {
  const [inserted] = await tx.insert(disputes).values(dispute).onConflictDoNothing().returning();
  if (inserted) return;
  const isThis = eq(disputes.disputeId, dispute.disputeId);
  const [stored] = await tx.select().from(disputes).where(isThis).for('update');
  if (!stored) throw new Error(`The dispute ${dispute.disputeId} was deleted`);
  const rankDifference = RANKS[dispute.state] - RANKS[stored.state as DisputeState];
  const isOutdated = rankDifference === 0 ? dispute.changedAt < stored.changedAt : rankDifference < 0;
  if (isOutdated) return;
  const { openedAt: _, ...change } = dispute;
  await tx.update(disputes).set(change).where(isThis);
}

export const findDispute = async (db: Db, disputeId: string): Promise<DisputeRow | undefined> =>
  (await db.select().from(disputes).where(eq(disputes.disputeId, disputeId)))[0];

/** Minor units of the payment's currency. */
export async function sumLostDisputes(db: Db, providerPaymentId: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${disputes.amountDeducted}), 0)::int` })
    .from(disputes)
    .where(and(eq(disputes.providerPaymentId, providerPaymentId), eq(disputes.state, 'lost')));
  return row?.sum ?? 0;
}

const isOpen = inArray(disputes.state, ['open', 'under_review']);

export const hasOpenDispute = async (db: Db, providerPaymentId: string): Promise<boolean> =>
  (await db.$count(disputes, and(eq(disputes.providerPaymentId, providerPaymentId), isOpen))) > 0;

/** The one that must be answered first comes first. `no` is null if the payment is not known here. */
export const listOpenDisputes = (db: Db) =>
  db
    .select({
      dispute: disputes,
      no: sql<string | null>`coalesce(${orders.orderNo}, ${submissionFees.feeNo})`,
      paymentStatus: sql<string | null>`coalesce(${orders.paymentStatus}, ${submissionFees.paymentStatus})`,
    })
    .from(disputes)
    .leftJoin(orders, eq(orders.movieOrderId, disputes.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, disputes.feeId))
    .where(isOpen)
    .orderBy(asc(disputes.respondBy), asc(disputes.disputeId));
