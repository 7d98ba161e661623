import { type MinorUnits, toDecimal } from '#domain/pricing.ts';
import type { Db } from '../../db/database.ts';
import type { ProviderPayment } from '../../ports/payments/provider.ts';
import { type Bill, dueIn } from './bill.ts';
import type { Hold } from './held/queries.ts';
import type { Attempt } from './queries.ts';

type PaymentDecision =
  | { action: 'accept' }
  | { action: 'refund'; reason: string }
  | (Hold & { action: 'hold' });

/**
 * Chosen: a late or second payment is refunded. A wrong amount may be fraud or our error and is
 * held for the operator.
 */
export async function decidePayment(
  tx: Db,
  { attempt, bill, payment }: { attempt: Attempt; bill: Bill; payment: ProviderPayment },
  now: Date,
): Promise<PaymentDecision> {
  if (payment.amount !== attempt.amount || payment.currency !== attempt.currency)
    return {
      action: 'hold',
      cause: 'other_sum',
      reason: `${displayAmount(payment)} came instead of ${displayAmount(attempt)}`,
    };
  const reason = await bill.findUnpayableReason(tx, now);
  if (reason) return { action: 'refund', reason };
  if (attempt.billTotal !== dueIn(payment.currency, bill))
    return {
      action: 'hold',
      cause: 'price_changed',
      reason: 'the price changed after this payment began',
    };
  return { action: 'accept' };
}

const displayAmount = ({ amount, currency }: { amount: MinorUnits; currency: string }) =>
  `${currency} ${toDecimal(amount)}`;
