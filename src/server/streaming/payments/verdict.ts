import type { Db } from '../../db/open.ts';
import type { ProviderPayment } from '../../ports/payments/provider.ts';
import type { OrderRow } from '../booking/queries.ts';
import { type Attempt, holdsOtherTicket } from './queries.ts';

/** fits: it pays the order. misfit: not the sum that was asked for. unwanted: the right sum for a ticket that cannot be. */
type Verdict = { is: 'fits' } | { is: 'misfit' | 'unwanted'; reason: string };

/**
 * What a payment is worth to its order. Chosen: the right money that only came too late or twice goes back by itself; a sum
 * that nobody asked for may be fraud or our own mistake, and a person looks at it first.
 */
export async function judge(
  tx: Db,
  { attempt, order, payment }: { attempt: Attempt; order: OrderRow; payment: ProviderPayment },
  now: Date,
): Promise<Verdict> {
  if (payment.amount !== attempt.amount || payment.currency !== attempt.currency)
    return { is: 'misfit', reason: `${sum(payment)} came instead of ${sum(attempt)}` };
  const unwanted = await whyUnwanted(tx, order, now);
  if (unwanted) return { is: 'unwanted', reason: unwanted };
  if (attempt.orderTotal !== order.totalRoundedValue)
    return { is: 'misfit', reason: 'the order was priced anew after this payment began' };
  return { is: 'fits' };
}

const sum = ({ amount, currency }: { amount: number; currency: string }) => `${currency} ${(amount / 100).toFixed(2)}`;

async function whyUnwanted(tx: Db, order: OrderRow, now: Date): Promise<string | null> {
  if (order.userId === null) return 'the viewer has deleted the account';
  if (order.paymentStatus === 'PAID') return 'a second payment of a paid ticket';
  if (order.paymentStatus === 'REFUNDED') return 'a payment of a refunded ticket';
  if (await holdsOtherTicket(tx, order, now)) return 'the viewer holds another ticket for this film';
  return null;
}
