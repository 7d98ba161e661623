import { GST_PERCENT } from './limits.ts';

export type CouponType = 'PERCENTAGE' | 'FIXED';

/** A discount: percent of the base, or paise off it. */
export interface Discount {
  couponType: CouponType;
  /** PERCENTAGE: 0 to 100. FIXED: rupees, two decimals at most. */
  couponValue: number;
}

/** All amounts in integer paise. `payable` is whole rupees. */
export interface Price {
  base: number;
  discount: number;
  taxable: number;
  tax: number;
  payable: number;
}

/** The price of one ticket (api.md "Order"): discount before tax, 18 % GST on the rest, the sum in whole rupees, half up. */
export function ticketPrice(rateInPaise: number, coupon?: Discount | null): Price {
  const discount = coupon ? discountInPaise(rateInPaise, coupon) : 0;
  const taxable = rateInPaise - discount;
  const tax = Math.round((taxable * GST_PERCENT) / 100);
  return { base: rateInPaise, discount, taxable, tax, payable: Math.round((taxable + tax) / 100) * 100 };
}

// Both kinds carry two decimals, so hundredths are whole numbers and half a paisa is exactly half: 64.6 % of ₹2.50 is ₹1.62.
function discountInPaise(base: number, { couponType, couponValue }: Discount): number {
  const hundredths = Math.round(couponValue * 100);
  const discount = couponType === 'PERCENTAGE' ? Math.round((base * hundredths) / 10_000) : hundredths;
  return Math.max(0, Math.min(base, discount));
}

/** Paise as the wire's rupees: a number with two decimals at most. */
export const toRupees = (paise: number): number => paise / 100;

/** The wire's rupees as paise. */
export const toPaise = (rupees: number): number => Math.round(rupees * 100);

/** `₹149`, `₹26.82` */
export const displayRupees = (rupees: number): string =>
  `₹${rupees.toLocaleString('en-IN', { minimumFractionDigits: Number.isInteger(rupees) ? 0 : 2, maximumFractionDigits: 2 })}`;

/** What a sum costs in another currency: its smallest coins at `rate` rupees for one unit, half a coin up, one at least. */
// Rates carry four decimals at most, so that the division is one of whole numbers and half a cent is exactly half.
export const centsFor = (paise: number, rate: number): number =>
  Math.max(1, Math.round((paise * 10_000) / Math.round(rate * 10_000)));

/** `$1.05` of 105 cents. */
export const displayCents = (cents: number, currency: string): string =>
  (cents / 100).toLocaleString('en-IN', { style: 'currency', currency });
