import { paymentMessages as text } from '#messages/payments.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import type { ProviderPayment } from '../../../ports/payments/provider.ts';
import type { Bill, BillRef } from '../bill.ts';
import { findPaidAttempt } from '../queries.ts';
import { changeRefund, findRefund, insertRefund, type NewRefund } from './queries.ts';

/** Records the refund of a payment that pays no bill; the reconcile job sends it to the provider. */
export const recordUnusedPaymentRefund = (tx: Db, bill: Bill, payment: ProviderPayment, reason: string, now: Date) =>
  insertRefund(tx, { ...toRefundRow(bill, payment), reason, refundsBill: false, askedAt: now });

const toRefundRow = ({ ref }: Bill, { provider, id, amount, currency }: ProviderPayment) => ({
  ...ref,
  provider,
  providerPaymentId: id,
  amount,
  currency,
});

/**
 * Requests the refund of a PAID bill; the bill becomes REFUNDED when the provider reports the refund done. A repeated call
 * changes nothing, except that it restarts a failed refund. A ticket of ₹0 is REFUNDED at once. `checkRefundable` runs under the
 * bill's lock. Throws not_refundable, and what `checkRefundable` throws.
 */
export async function requestRefund(...args: Parameters<typeof recordRefundRequest>): Promise<void> {
  await recordRefundRequest(...args);
  args[0].jobs.enqueue('reconcile');
}

export const recordRefundRequest = (
  deps: Deps,
  ref: BillRef,
  reason: string,
  checkRefundable: (tx: Db) => Promise<void> = async () => undefined,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const bill = (await deps.bills.lock(tx, ref)) ?? throwError(notRefundable(text.notRefundable));
    if (bill.status === 'REFUNDED') return;
    if (bill.status !== 'PAID') throw notRefundable(bill.messages.notRefundable);
    // First, so that no playback starts between the check and the refund.
    await bill.endPlayback(tx, deps.now());
    await checkRefundable(tx);
    if (bill.total === 0) await bill.markRefunded(tx, deps, reason, deps.now());
    else await recordRefund(tx, bill, reason, deps.now());
  });

async function recordRefund(tx: Db, bill: Bill, reason: string, now: Date) {
  const attempt = (await findPaidAttempt(tx, bill)) ?? throwError(notRefundable(bill.messages.notRefundable));
  const { provider, amount, currency } = attempt;
  const providerPaymentId = bill.transactionNo!;
  const existing = await findRefund(tx, providerPaymentId);
  const request = { reason, refundsBill: true };
  if (existing?.state === 'failed') await changeRefund(tx, existing.refundId, { ...request, ...restartedRefund(now) });
  if (existing) return;
  await insertRefund(tx, { ...request, ...bill.ref, askedAt: now, providerPaymentId, provider, amount, currency });
}

/** At the provider a retry is a new refund: the request time is part of its idempotency key. */
export const restartedRefund = (now: Date) => ({
  state: 'asked',
  askedAt: now,
  checkedAt: null,
  providerRefundId: null,
});

const notRefundable = (message: string) => new AppError('conflict', 'not_refundable', message);

/** The caller holds the bill's lock. Returns true when a paid bill became REFUNDED. */
export async function applyProviderRefund(tx: Db, deps: Deps, bill: Bill, payment: ProviderPayment): Promise<boolean> {
  const existing = await findRefund(tx, payment.id);
  const hasPaid = bill.transactionNo === payment.id;
  const reason = text.returnedByProvider;
  if (existing) await changeRefund(tx, existing.refundId, { state: 'done' });
  else if (hasPaid) {
    const done: Pick<NewRefund, 'state' | 'refundsBill'> = { state: 'done', refundsBill: true };
    await insertRefund(tx, { ...toRefundRow(bill, payment), ...done, reason, askedAt: deps.now() });
  }
  if (bill.status !== 'PAID' || !hasPaid) return false;
  await bill.markRefunded(tx, deps, existing?.reason ?? reason, deps.now());
  return true;
}
