import type { Order } from '#contract/booking.ts';
import { convertToCents, displayCents, displayRupees, toPaise } from '#domain/pricing.ts';
import type { Method, Methods } from '#stores/payment-order.ts';

/** `₹88`, `$1.00`. */
export const amountFor = (
  method: Method | null,
  { totalRoundedValue }: Pick<Order, 'totalRoundedValue'>,
  { paypal }: Pick<Methods, 'paypal'>,
): string =>
  method === 'paypal' && paypal
    ? displayCents(convertToCents(toPaise(totalRoundedValue), paypal.rate), paypal.currency)
    : displayRupees(totalRoundedValue);
