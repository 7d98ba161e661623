import type { Coupon } from '#contract/booking.ts';
import { CURRENCY, GST_PERCENT } from '#domain/limits.ts';
import { ticketPrice } from '#domain/pricing.ts';

/** The money columns of an order for one ticket: paise, as the house prices it. */
export function moneyColumns(ticketRate: number, coupon: Coupon | null) {
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
