import type { Db } from '../../db/database.ts';
import type { ProviderPayment } from '../../ports/payments/provider.ts';
import type { Bill } from './bill.ts';
import type { Attempt } from './queries.ts';

/** fits: it pays the bill. misfit: not the sum that was asked for. unwanted: the right sum for what cannot be paid. */
type Verdict = { is: 'fits' } | { is: 'misfit' | 'unwanted'; reason: string };

/**
 * What a payment is worth to its bill. Chosen: the right money that only came too late or twice goes back by itself; a sum
 * that nobody asked for may be fraud or our own mistake, and a person looks at it first.
 */
export async function judge(
  tx: Db,
  { attempt, bill, payment }: { attempt: Attempt; bill: Bill; payment: ProviderPayment },
  now: Date,
): Promise<Verdict> {
  if (payment.amount !== attempt.amount || payment.currency !== attempt.currency)
    return { is: 'misfit', reason: `${sum(payment)} came instead of ${sum(attempt)}` };
  const unwanted = await bill.whyUnwanted(tx, now);
  if (unwanted) return { is: 'unwanted', reason: unwanted };
  if (attempt.orderTotal !== bill.total)
    return { is: 'misfit', reason: 'the order was priced anew after this payment began' };
  return { is: 'fits' };
}

const sum = ({ amount, currency }: { amount: number; currency: string }) => `${currency} ${(amount / 100).toFixed(2)}`;
