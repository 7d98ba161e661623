import type { Order } from '#contract/booking.ts';
import type { PaymentMethods } from '#contract/payments.ts';
import { toPaise, toRupees, untaxedPayable } from '#domain/pricing.ts';
import type { BuyerPlace } from './payment-state.ts';
import type { PaymentOption } from './providers/providers.ts';

type OrderPrice = Pick<
  Order,
  'totalOrderValue' | 'totalTaxValue' | 'totalRoundedValue' | 'taxPercentage'
>;

interface PriceTerms {
  place: BuyerPlace;
  methods: PaymentMethods | null;
  option: Pick<PaymentOption, 'rateNote'> | undefined;
}

/** What the buyer pays with this option. The server decides the same (`findForeignTotal`). */
export function priceWithOption<Price extends OrderPrice>(
  order: Price,
  { place, methods, option }: PriceTerms,
): Price {
  const isForeignPayment = Boolean(option?.rateNote);
  const isAbroad = place.isAbroad && place.country !== '';
  const untaxed = untaxedPayable(toPaise(order.totalOrderValue));
  if (!methods?.isUnderLut || !isForeignPayment || !isAbroad || untaxed === undefined) return order;
  return { ...order, taxPercentage: 0, totalTaxValue: 0, totalRoundedValue: toRupees(untaxed) };
}
