import type { PaymentStatus } from '#domain/payment-states.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import type { ProviderPayment } from '../../../ports/payments/provider.ts';
import { applyPayment } from '../apply-payment.ts';
import type { Bill } from '../bill.ts';
import { gatewayFeeOf } from '../payment-value.ts';
import { providerOf } from '../providers.ts';
import { type Attempt, changeAttempt, findAttempt, lockAttempt } from '../queries.ts';
import { recordUnusedPaymentRefund } from '../refunds/request-refund.ts';
import {
  findHeldPayment,
  type HeldPaymentRow,
  listHeldPayments,
  decideHeldPayment,
} from './queries.ts';

export interface HeldPayment extends HeldPaymentRow {
  /** Of the order or fee. */
  billNo: string;
  paymentStatus: PaymentStatus;
}

export const findHeldPayments = async ({ db }: Deps): Promise<HeldPayment[]> =>
  (await listHeldPayments(db)).map(({ held, billNo, paymentStatus }) => ({
    ...held,
    billNo,
    paymentStatus,
  }));

interface LockedHold {
  attempt: Attempt;
  bill: Bill;
}

async function lockHold(tx: Db, deps: Deps, held: HeldPaymentRow): Promise<LockedHold> {
  const bill = (await deps.bills.lockWithCompetingBills(tx, held)) ?? throwError(noLongerHeld());
  if (!(await findHeldPayment(tx, held.attemptId, held.providerPaymentId))) throw noLongerHeld();
  return { bill, attempt: await lockAttempt(tx, held.attemptId) };
}

const noLongerHeld = () => new AppError('not_held');

/**
 * Ends the hold, and requests the refund of what has not gone back yet. Returns false, without a
 * refund, if the payment is not captured, already refunded, or has paid a bill. Throws not_held.
 */
export async function refundHeldPayment(
  deps: Deps,
  held: HeldPayment,
  decidedBy: string,
): Promise<boolean> {
  const payment = await providerOf(deps, held.provider).fetchPayment(held.providerPaymentId);
  const attemptAtProvider = payment.orderId
    ? await findAttempt(deps.db, held.provider, payment.orderId)
    : undefined;
  const billAtProvider = attemptAtProvider && (await deps.bills.find(deps.db, attemptAtProvider));
  const isRefundable =
    payment.status === 'captured' && billAtProvider?.transactionNo !== payment.id;
  await deps.db.transaction(async (tx) => {
    const { bill } = await lockHold(tx, deps, held);
    if (isRefundable)
      await recordUnusedPaymentRefund({ tx, bill, payment, reason: held.reason, now: deps.now() });
    await decideHeldPayment({
      tx,
      attemptId: held.attemptId,
      providerPaymentId: held.providerPaymentId,
      decision: {
        decision: isRefundable ? 'refunded' : 'released',
        decidedBy,
        decidedAt: deps.now(),
      },
    });
  });
  deps.jobs.enqueue('reconcile');
  return isRefundable;
}

/**
 * Takes the held payment for the bill: the ticket opens, or the fee is paid. Chosen: the invoice is
 * over the price, whatever sum came. The viewer bought at that price. The difference is between the
 * cinema and others: a convenience fee goes to the provider, and an offer of a bank is paid by the
 * bank. Throws not_held, not_acceptable.
 */
export async function acceptHeldPayment(
  deps: Deps,
  held: HeldPayment,
  decidedBy: string,
): Promise<void> {
  const payment = await providerOf(deps, held.provider).fetchPayment(held.providerPaymentId);
  await deps.db.transaction(async (tx) => {
    const { bill, attempt } = await lockHold(tx, deps, held);
    const refusal = await findRefusal(tx, deps, { held, payment, bill, attempt });
    if (refusal) throw new AppError('not_acceptable', [held.providerPaymentId, refusal]);
    await decideHeldPayment({
      tx,
      attemptId: held.attemptId,
      providerPaymentId: held.providerPaymentId,
      decision: {
        decision: 'accepted',
        decidedBy,
        decidedAt: deps.now(),
      },
    });
    const { id, amount, fee } = payment;
    const isOtherSum = amount !== attempt.amount;
    const paidAttempt = { ...attempt, paidAmount: isOtherSum ? amount : null };
    await changeAttempt(tx, attempt.attemptId, {
      state: 'paid',
      providerPaymentId: id,
      paidAmount: paidAttempt.paidAmount,
      gatewayFee: fee === null ? null : gatewayFeeOf(paidAttempt, bill, payment),
    });
    const mode = payment.method?.toUpperCase() ?? payment.provider.toUpperCase();
    await bill.markPaid(
      tx,
      deps,
      { mode, transactionNo: id, currency: payment.currency },
      deps.now(),
    );
  });
  // What went back of it before.
  if (payment.refundedAmount > 0) await applyPayment(deps, payment, 'reconciler');
}

/** Null: the payment can pay the bill. */
async function findRefusal(
  tx: Db,
  deps: Deps,
  { held, payment, bill, attempt }: LockedHold & { held: HeldPayment; payment: ProviderPayment },
): Promise<string | null> {
  if (payment.status !== 'captured') return text.notCaptured(payment.status);
  if (payment.orderId !== null && payment.orderId !== attempt.providerOrderId)
    return text.paidAnotherOrder;
  if (payment.currency !== attempt.currency) return held.reason;
  return (
    (await bill.findUnpayableReason(tx, deps.now())) ?? (await bill.reclaimDiscount(tx, deps.now()))
  );
}
