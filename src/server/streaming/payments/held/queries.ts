import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { HoldCause, HoldDecision, PaymentStatus } from '#domain/payment-states.ts';
import { type Db, queryRows } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { heldPayments, refunds } from '../../../db/schema/payments.ts';
import { submissionFees } from '../../../db/schema/submission.ts';
import type { ProviderPayment } from '../../../ports/payments/provider.ts';
import { type Attempt, changeAttempt, lockAttempt } from '../queries.ts';
import { copyForPreviousRelease, followPreviousRelease } from './previous-release/queries.ts';
import { one } from '../../../db/one.ts';

export type HeldPaymentRow = typeof heldPayments.$inferSelect;
export interface Hold {
  cause: HoldCause;
  /** For the operator. */
  reason: string;
}
type NewHold = Hold & Pick<HeldPaymentRow, 'providerPaymentId' | 'amount' | 'currency' | 'value'>;

/** Holds a payment for the operator's decision. A payment that waits already stays as it is. */
export async function holdPayment({
  tx,
  attempt,
  hold,
  now,
}: {
  tx: Db;
  attempt: Attempt;
  hold: NewHold;
  now: Date;
}): Promise<void> {
  const { attemptId, movieOrderId, feeId, provider } = attempt;
  const undecided = { decision: null, decidedAt: null, decidedBy: null };
  await followPreviousRelease(tx, now, attemptId);
  const row = { ...hold, attemptId, movieOrderId, feeId, provider, heldAt: now, ...undecided };
  const [held] = await tx
    .insert(heldPayments)
    .values(row)
    .onConflictDoUpdate({
      target: [heldPayments.attemptId, heldPayments.providerPaymentId],
      set: row,
      setWhere: isNotNull(heldPayments.decidedAt),
    })
    .returning();
  if (!held) return;
  await changeAttempt(tx, attemptId, { state: attempt.state === 'paid' ? 'paid' : 'held' });
  await copyForPreviousRelease(tx, attemptId);
}

interface Decision {
  decision: HoldDecision;
  /** Null: no operator decided. */
  decidedBy: string | null;
  decidedAt: Date;
}

/** A payment that does not wait stays as it is. The caller holds the bill's lock. */
export async function decideHeldPayment({
  tx,
  attemptId,
  providerPaymentId,
  decision,
}: {
  tx: Db;
  attemptId: number;
  providerPaymentId: string;
  decision: Decision;
}): Promise<void> {
  await followPreviousRelease(tx, decision.decidedAt, attemptId);
  const [decided] = await tx
    .update(heldPayments)
    .set(decision)
    .where(isWaitingPayment(attemptId, providerPaymentId))
    .returning();
  if (!decided) return;
  const attempt = await lockAttempt(tx, attemptId);
  const others = and(eq(heldPayments.attemptId, attemptId), isWaiting);
  if (attempt.state === 'held' && (await tx.$count(heldPayments, others)) === 0)
    await changeAttempt(tx, attemptId, { state: 'closed' });
  await copyForPreviousRelease(tx, attemptId);
}

const isWaiting = isNull(heldPayments.decidedAt);
const isWaitingPayment = (attemptId: number, providerPaymentId: string) =>
  and(
    eq(heldPayments.attemptId, attemptId),
    eq(heldPayments.providerPaymentId, providerPaymentId),
    isWaiting,
  );

export const findHeldPayment = async (db: Db, attemptId: number, providerPaymentId: string) =>
  (await db.select().from(heldPayments).where(isWaitingPayment(attemptId, providerPaymentId)))[0];

/** Whether the payment waits, or is refunded or being refunded; later updates of it pay nothing. */
export async function isDecided(
  tx: Db,
  { attemptId }: Attempt,
  { id }: Pick<ProviderPayment, 'id'>,
): Promise<boolean> {
  const row = one(
    await queryRows<{ isDecided: boolean }>(
      tx,
      sql`select exists (select from ${heldPayments} where ${isWaitingPayment(attemptId, id)})
      or exists (select from ${refunds} where ${eq(refunds.providerPaymentId, id)}) as "isDecided"`,
    ),
  );
  return row.isDecided;
}

/** Oldest first, with the number and the status of the bill. */
export const listHeldPayments = (db: Db) =>
  db
    .select({
      held: heldPayments,
      billNo: sql<string>`coalesce(${orders.orderNo}, ${submissionFees.feeNo})`,
      paymentStatus: sql<PaymentStatus>`coalesce(${orders.paymentStatus}, ${submissionFees.paymentStatus})`,
    })
    .from(heldPayments)
    .leftJoin(orders, eq(orders.movieOrderId, heldPayments.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, heldPayments.feeId))
    .where(isWaiting)
    .orderBy(asc(heldPayments.heldPaymentId));
