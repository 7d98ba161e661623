import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { paymentAttempts, paymentEvents, refunds } from '../../../db/schema/payments.ts';
import { submissionFees } from '../../../db/schema/submission.ts';

export const paymentsOf = (db: Db, userId: number) =>
  db
    .select({
      movieOrderId: paymentAttempts.movieOrderId,
      feeId: paymentAttempts.feeId,
      provider: paymentAttempts.provider,
      receipt: paymentAttempts.receipt,
      providerOrderId: paymentAttempts.providerOrderId,
      amount: paymentAttempts.amount,
      currency: paymentAttempts.currency,
      state: paymentAttempts.state,
      heldReason: paymentAttempts.heldReason,
      createdOn: paymentAttempts.createdAt,
    })
    .from(paymentAttempts)
    .leftJoin(orders, eq(orders.movieOrderId, paymentAttempts.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, paymentAttempts.feeId))
    .where(or(eq(orders.userId, userId), eq(submissionFees.userId, userId)))
    .orderBy(paymentAttempts.attemptId);

export const refundsOf = (db: Db, userId: number) =>
  db
    .select({
      movieOrderId: refunds.movieOrderId,
      feeId: refunds.feeId,
      provider: refunds.provider,
      amount: refunds.amount,
      currency: refunds.currency,
      reason: refunds.reason,
      state: refunds.state,
      providerRefundId: refunds.providerRefundId,
      askedAt: refunds.askedAt,
    })
    .from(refunds)
    .leftJoin(orders, eq(orders.movieOrderId, refunds.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, refunds.feeId))
    .where(or(eq(orders.userId, userId), eq(submissionFees.userId, userId)))
    .orderBy(refunds.refundId);

/** Event payloads name the payer; accounting needs only the outcome of an applied event. */
export async function erasePayerData(tx: Db, userId: number): Promise<void> {
  const providerOrderIds = tx
    .select({ id: paymentAttempts.providerOrderId })
    .from(paymentAttempts)
    .leftJoin(orders, eq(orders.movieOrderId, paymentAttempts.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, paymentAttempts.feeId))
    .where(or(eq(orders.userId, userId), eq(submissionFees.userId, userId)));
  await tx
    .update(paymentEvents)
    .set({ payload: { erased: true } })
    .where(and(inArray(paymentEvents.providerOrderId, providerOrderIds), isNotNull(paymentEvents.appliedAt)));
}
