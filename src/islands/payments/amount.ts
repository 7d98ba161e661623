import type { Order } from '#contract/booking.ts';
import { centsFor, displayCents, displayRupees, toPaise } from '#domain/pricing.ts';
import type { Method, Methods } from '#stores/payment-order.ts';

/** What is paid by a method: `₹88`, `$1.00`. */
export const amountBy = (
  method: Method | null,
  { totalRoundedValue }: Pick<Order, 'totalRoundedValue'>,
  { paypal }: Pick<Methods, 'paypal'>,
): string =>
  method === 'paypal' && paypal
    ? displayCents(centsFor(toPaise(totalRoundedValue), paypal.rate), paypal.currency)
    : displayRupees(totalRoundedValue);
