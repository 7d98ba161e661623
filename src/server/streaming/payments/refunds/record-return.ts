import type { MinorUnits } from '#domain/pricing.ts';
import { invoiceMessages } from '#messages/invoices.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { ProviderPayment } from '../../../ports/payments/provider.ts';
import type { Bill } from '../bill.ts';
import { sumLostDisputes } from '../disputes/queries.ts';
import { decideHeldPayment } from '../held/queries.ts';
import { providerOf } from '../providers.ts';
import { type Attempt, paidAmountOf } from '../queries.ts';
import type { ReturnCause } from '#domain/payment-states.ts';
import {
  changeRefund,
  findRefund,
  insertPartRefund,
  insertRefund,
  readReturnedAmounts,
} from './queries.ts';

interface PaidBill {
  bill: Bill;
  /** The attempt that paid the bill. */
  attempt: Attempt;
}

/**
 * Records what went back of the payment that paid a bill and is not recorded yet. `refundedAmount`
 * is the provider's sum so far: an older, smaller sum changes nothing. The caller holds the bill's
 * lock. Returns whether something was recorded.
 */
export async function applyReturns(
  tx: Db,
  deps: Deps,
  paid: PaidBill,
  { id, provider, refundedAmount }: Pick<ProviderPayment, 'id' | 'provider' | 'refundedAmount'>,
): Promise<boolean> {
  const lost = await sumLostDisputes(tx, id);
  if (refundedAmount === 0 && lost === 0) return false;
  const { refunded, disputed } = await readReturnedAmounts(tx, id);
  if (providerOf(deps, provider).countsDisputesAsRefunds) {
    const amount = Math.max(refundedAmount, lost) - refunded - disputed;
    return recordReturn(tx, deps, paid, { amount, cause: lost > 0 ? 'dispute' : 'refund' });
  }
  const isLostRecorded = await recordReturn(tx, deps, paid, {
    amount: lost - disputed,
    cause: 'dispute',
  });
  // A second change of the bill waits for the next update: see markRefunded of the ticket.
  if (isLostRecorded) return true;
  return recordReturn(tx, deps, paid, { amount: refundedAmount - refunded, cause: 'refund' });
}

async function recordReturn(
  tx: Db,
  deps: Deps,
  { bill, attempt }: PaidBill,
  { amount, cause }: { amount: MinorUnits; cause: ReturnCause },
): Promise<boolean> {
  if (bill.status !== 'PAID' || bill.transactionNo === null) return false;
  const paidAmount = paidAmountOf(attempt);
  const before = await readReturnedAmounts(tx, bill.transactionNo);
  const amountBefore = before.refunded + before.disputed;
  const amountAfter = Math.min(amountBefore + amount, paidAmount);
  if (amountAfter <= amountBefore) return false;
  const now = deps.now();
  const reason = cause === 'dispute' ? invoiceMessages.disputeLost : text.returnedByProvider;
  const { provider, currency } = attempt;
  const returned = {
    ...bill.ref,
    provider,
    providerPaymentId: bill.transactionNo,
    currency,
    cause,
    reason,
  };
  if (amountAfter === paidAmount) {
    const rest = { ...returned, amount: amountAfter - amountBefore, refundsBill: true };
    const recordedReason = await recordLastReturn(tx, { ...rest, askedAt: now });
    await bill.endPlayback(tx, now);
    await bill.markRefunded(tx, deps, recordedReason, now);
    return true;
  }
  const valueOf = (sum: number) => Math.round((bill.total * sum) / paidAmount);
  const [valueBefore, valueAfter] = [valueOf(amountBefore), valueOf(amountAfter)];
  await insertPartRefund(tx, {
    ...returned,
    amount: amountAfter - amountBefore,
    totalAmount: amountAfter,
    value: valueAfter - valueBefore,
    totalValue: valueAfter,
    returnedAt: now,
  });
  const part = { amount: amountAfter - amountBefore, currency, valueBefore, valueAfter, reason };
  await bill.markPartRefunded(tx, deps, part, now);
  return true;
}

/**
 * A refund of ours that was requested is done with it, so that nothing is sent. Returns the reason
 * of the refund.
 */
async function recordLastReturn(tx: Db, last: LastReturn): Promise<string> {
  const requested = await findRefund(tx, last.providerPaymentId);
  if (!requested) {
    await insertRefund(tx, { ...last, state: 'done' });
    return last.reason;
  }
  const { amount, cause } = last;
  const reason = cause === 'dispute' ? last.reason : requested.reason;
  await changeRefund(tx, requested.refundId, { state: 'done', amount, cause, reason });
  return reason;
}
type LastReturn = Omit<Parameters<typeof insertRefund>[1], 'state' | 'refundId'> & {
  cause: ReturnCause;
};

/**
 * Records that a payment which pays no bill has gone back. Later updates of it then decide nothing,
 * also those from before its refund. The caller holds the bill's lock.
 */
export async function recordUnusedReturn(
  tx: Db,
  { bill, attempt }: PaidBill,
  payment: Pick<ProviderPayment, 'id' | 'amount' | 'currency'>,
  { cause, now }: { cause: ReturnCause; now: Date },
): Promise<void> {
  const { id: providerPaymentId, amount, currency } = payment;
  const { provider } = attempt;
  const reason = cause === 'dispute' ? invoiceMessages.disputeLost : text.returnedByProvider;
  const requested = await findRefund(tx, providerPaymentId);
  if (requested) await changeRefund(tx, requested.refundId, { state: 'done', cause });
  else {
    const returned = { ...bill.ref, provider, providerPaymentId, amount, currency, cause, reason };
    await insertRefund(tx, { ...returned, state: 'done', refundsBill: false, askedAt: now });
  }
  await decideHeldPayment({
    tx,
    attemptId: attempt.attemptId,
    providerPaymentId,
    decision: {
      decision: 'returned',
      decidedBy: null,
      decidedAt: now,
    },
  });
}
