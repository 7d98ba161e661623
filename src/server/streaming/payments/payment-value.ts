import { CURRENCY } from '#domain/limits/money.ts';
import type { ProviderPayment } from '../../ports/payments/provider.ts';
import { type Bill, dueIn } from './bill.ts';
import { type Attempt, paidAmountOf } from './queries.ts';

type Sum = Pick<ProviderPayment, 'amount' | 'currency'>;

/**
 * A payment in paise, at the terms of its attempt; null for a currency that the attempt did not ask
 * for.
 */
export function valueOfPayment(attempt: Attempt, { amount, currency }: Sum): number | null {
  if (currency === attempt.currency)
    return Math.round((attempt.billTotal * amount) / attempt.amount);
  return currency === CURRENCY ? amount : null;
}

/**
 * The fee that the cinema bears. Chosen: what a payer paid above the price, such as a convenience
 * fee, counts against the fee of the provider. It is no income from the ticket, so nobody shares
 * it.
 */
export function gatewayFeeOf(
  attempt: Attempt,
  bill: Bill,
  { fee, currency }: ProviderPayment,
): number | null {
  if (fee === null) return null;
  const price = Math.round((attempt.amount * dueIn(currency, bill)) / attempt.billTotal);
  const surplus = Math.max(0, paidAmountOf(attempt) - price);
  return Math.max(0, fee - surplus);
}
