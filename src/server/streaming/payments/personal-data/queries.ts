import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import {
  disputes,
  heldPayments,
  partRefunds,
  paymentAttempts,
  paymentEvents,
  refunds,
} from '../../../db/schema/payments.ts';
import { submissionFees } from '../../../db/schema/submission.ts';
import { pickColumns } from '../../../db/pick-columns.ts';

export const paymentsOf = (db: Db, userId: number) =>
  db
    .select({
      ...pickColumns(
        paymentAttempts,
        'movieOrderId',
        'feeId',
        'provider',
        'receipt',
        'providerOrderId',
      ),
      ...pickColumns(paymentAttempts, 'amount', 'currency', 'state'),
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
      ...pickColumns(refunds, 'movieOrderId', 'feeId', 'provider', 'amount', 'currency'),
      ...pickColumns(refunds, 'reason', 'state', 'providerRefundId', 'askedAt'),
    })
    .from(refunds)
    .leftJoin(orders, eq(orders.movieOrderId, refunds.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, refunds.feeId))
    .where(or(eq(orders.userId, userId), eq(submissionFees.userId, userId)))
    .orderBy(refunds.refundId);

export const partRefundsOf = (db: Db, userId: number) =>
  db
    .select({
      ...pickColumns(partRefunds, 'movieOrderId', 'feeId', 'provider', 'amount', 'currency'),
      ...pickColumns(partRefunds, 'cause', 'reason', 'returnedAt'),
    })
    .from(partRefunds)
    .leftJoin(orders, eq(orders.movieOrderId, partRefunds.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, partRefunds.feeId))
    .where(or(eq(orders.userId, userId), eq(submissionFees.userId, userId)))
    .orderBy(partRefunds.partRefundId);

export const heldPaymentsOf = (db: Db, userId: number) =>
  db
    .select({
      ...pickColumns(heldPayments, 'movieOrderId', 'feeId', 'provider', 'amount', 'currency'),
      ...pickColumns(heldPayments, 'reason', 'heldAt', 'decision', 'decidedAt'),
    })
    .from(heldPayments)
    .leftJoin(orders, eq(orders.movieOrderId, heldPayments.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, heldPayments.feeId))
    .where(or(eq(orders.userId, userId), eq(submissionFees.userId, userId)))
    .orderBy(heldPayments.heldPaymentId);

export const disputesOf = (db: Db, userId: number) =>
  db
    .select({
      ...pickColumns(
        disputes,
        'disputeId',
        'movieOrderId',
        'feeId',
        'provider',
        'amount',
        'currency',
      ),
      ...pickColumns(
        disputes,
        'amountDeducted',
        'state',
        'phase',
        'reasonCode',
        'reasonText',
        'openedAt',
      ),
    })
    .from(disputes)
    .leftJoin(orders, eq(orders.movieOrderId, disputes.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, disputes.feeId))
    .where(or(eq(orders.userId, userId), eq(submissionFees.userId, userId)))
    .orderBy(disputes.openedAt, disputes.disputeId);

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
    .where(
      and(
        inArray(paymentEvents.providerOrderId, providerOrderIds),
        isNotNull(paymentEvents.appliedAt),
      ),
    );
}
