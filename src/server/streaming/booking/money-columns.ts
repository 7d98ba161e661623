import type { Coupon } from '#contract/booking.ts';
import { CURRENCY, GST_PERCENT } from '#domain/limits/money.ts';
import { ticketPrice, type Paise } from '#domain/pricing.ts';

/**
 * The price columns of an order, in paise. `totalOrderValue` is after the discount and without GST;
 * `totalRoundedValue` is what the buyer pays.
 */
export function moneyColumns(ticketRate: Paise, coupon: Coupon | null) {
  const price = ticketPrice(ticketRate, coupon);
  return {
    unitPrice: price.base,
    couponCode: coupon?.couponCode ?? null,
    discountType: coupon?.couponType ?? null,
    discountPercentage: coupon?.couponType === 'PERCENTAGE' ? coupon.couponValue : 0,
    discountValue: price.discount,
    totalOrderValue: price.taxable,
    taxPercentage: GST_PERCENT,
    totalTaxValue: price.tax,
    totalRoundedValue: price.payable,
    currency: CURRENCY,
  };
}

/** The payment mode of a ticket for which nothing is paid (spec §4). */
export const freePaymentMode = ({
  unitPrice,
  couponCode,
}: {
  unitPrice: Paise;
  couponCode?: string | null;
}) => (unitPrice > 0 && couponCode ? 'Coupon' : 'FREE');
