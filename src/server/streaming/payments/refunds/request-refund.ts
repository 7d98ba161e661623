import { paymentRefusals } from '#messages/payment-refusals.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import type { ProviderPayment } from '../../../ports/payments/provider.ts';
import type { Bill, BillRef } from '../bill.ts';
import { hasOpenDispute } from '../disputes/queries.ts';
import { findPaidAttempt, paidAmountOf } from '../queries.ts';
import { changeRefund, findRefund, insertRefund, readReturnedAmounts } from './queries.ts';

/**
 * Records the refund of a payment that pays no bill; the reconcile job sends it to the provider.
 */
export const recordUnusedPaymentRefund = ({
  tx,
  bill,
  payment,
  reason,
  now,
}: {
  tx: Db;
  bill: Bill;
  payment: ProviderPayment;
  reason: string;
  now: Date;
}) => insertRefund(tx, { ...toRefundRow(bill, payment), reason, refundsBill: false, askedAt: now });

/** Only what has not gone back already. */
const toRefundRow = (
  { ref }: Bill,
  { provider, id, amount, refundedAmount, currency }: ProviderPayment,
) => ({
  ...ref,
  provider,
  providerPaymentId: id,
  amount: amount - refundedAmount,
  currency,
});

/**
 * Requests the refund of a PAID bill; the bill becomes REFUNDED when the provider reports the
 * refund done. A repeated call changes nothing, except that it restarts a failed refund. A ticket
 * of ₹0 is REFUNDED at once. `checkRefundable` runs under the bill's lock. Throws not_refundable,
 * dispute_open, and what `checkRefundable` throws.
 */
export async function requestRefund(
  ...args: Parameters<typeof recordRefundRequest>
): Promise<void> {
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
    const bill =
      (await deps.bills.lock(tx, ref)) ?? throwError(notRefundable(paymentRefusals.notRefundable));
    if (bill.status === 'REFUNDED') return;
    if (bill.status !== 'PAID') throw notRefundable(bill.messages.notRefundable);
    // Chosen: a refund during a dispute could pay twice. The operator answers the dispute at the
    // provider.
    if (bill.transactionNo !== null && (await hasOpenDispute(tx, bill.transactionNo)))
      throw new AppError('dispute_open');
    // First, so that no playback starts between the check and the refund.
    await bill.endPlayback(tx, deps.now());
    await checkRefundable(tx);
    if (bill.total === 0) await bill.markRefunded(tx, deps, reason, deps.now());
    else await recordRefund({ tx, bill, reason, now: deps.now() });
  });

async function recordRefund({
  tx,
  bill,
  reason,
  now,
}: {
  tx: Db;
  bill: Bill;
  reason: string;
  now: Date;
}) {
  const attempt =
    (await findPaidAttempt(tx, bill)) ?? throwError(notRefundable(bill.messages.notRefundable));
  const { provider, currency } = attempt;
  // A paid attempt was found by it.
  const providerPaymentId = bill.transactionNo!;
  const existing = await findRefund(tx, providerPaymentId);
  const { refunded, disputed } = await readReturnedAmounts(tx, providerPaymentId);
  const amount = paidAmountOf(attempt) - refunded - disputed;
  const request = { reason, refundsBill: true, amount };
  if (existing?.state === 'failed')
    await changeRefund(tx, existing.refundId, { ...request, ...restartedRefund(now) });
  if (existing) return;
  await insertRefund(tx, {
    ...request,
    ...bill.ref,
    askedAt: now,
    providerPaymentId,
    provider,
    currency,
  });
}

/** At the provider a retry is a new refund: the request time is part of its idempotency key. */
export const restartedRefund = (now: Date) => ({
  state: 'asked' as const,
  askedAt: now,
  checkedAt: null,
  providerRefundId: null,
});

const notRefundable = (message: string) => new AppError('not_refundable', [message]);
