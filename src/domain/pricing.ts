import { GST_PERCENT } from './limits/money.ts';

declare const unit: unique symbol;
/**
 * Paise where rupees are expected are an error, and rupees where paise are expected: toRupees and
 * toPaise are the doors between the two. A literal and the result of a calculation have no unit
 * yet, and are accepted as either.
 */
export type Paise = number & { readonly [unit]?: 'paise' };
export type Cents = number & { readonly [unit]?: 'cents' };
/** Hundredths of the currency that stands beside them. */
export type MinorUnits = number & { readonly [unit]?: 'paise' | 'cents' };
/** At most two decimals. */
export type Rupees = number & { readonly [unit]?: 'rupees' };

export const COUPON_TYPES = ['PERCENTAGE', 'FIXED'] as const;
type CouponType = (typeof COUPON_TYPES)[number];

export interface Discount {
  couponType: CouponType;
  /** PERCENTAGE: 0 to 100. FIXED: rupees. At most two decimals. */
  couponValue: number;
}

export interface Price {
  base: Paise;
  discount: Paise;
  taxable: Paise;
  tax: Paise;
  /** A multiple of 100. */
  payable: Paise;
}

/**
 * api.md "Order": discount before tax, then 18 % GST, then rounding to whole rupees, half up.
 * Chosen: a ticket that rounds to ₹0 has no tax, because nothing is paid for it.
 */
export function ticketPrice(base: Paise, coupon?: Discount | null): Price {
  const discount = coupon ? discountInPaise(base, coupon) : 0;
  const taxable = base - discount;
  const tax = Math.round((taxable * GST_PERCENT) / 100);
  const payable = Math.round((taxable + tax) / 100) * 100;
  return { base, discount, taxable, tax: payable === 0 ? 0 : tax, payable };
}

/**
 * What a payment in another currency pays if no tax is due: whole rupees. Undefined if that is ₹0,
 * because something must be paid: the ticket is then taxed.
 */
export const untaxedPayable = (taxable: Paise): Paise | undefined =>
  Math.round(taxable / 100) * 100 || undefined;

// Calculates in hundredths, which are integers, so half a paisa rounds exactly: 64.6 % of ₹2.50 is
// ₹1.62.
function discountInPaise(base: Paise, { couponType, couponValue }: Discount): Paise {
  const hundredths = Math.round(couponValue * 100);
  const discount =
    couponType === 'PERCENTAGE' ? Math.round((base * hundredths) / 10_000) : hundredths;
  return Math.max(0, Math.min(base, discount));
}

export const toRupees = (paise: Paise): Rupees => paise / 100;

export const toPaise = (rupees: Rupees): Paise => Math.round(rupees * 100);

/** Of any currency: `2.5`. */
export const toUnits = (amount: MinorUnits): number => amount / 100;

/** Of any currency: `2.50`. */
export const toDecimal = (amount: MinorUnits): string => toUnits(amount).toFixed(2);

/**
 * Converts to cents at `rate` rupees per unit (at most four decimals); half a cent rounds up, the
 * minimum is one cent.
 */
export const convertToCents = (paise: Paise, rate: number): Cents =>
  Math.max(1, Math.round((paise * 10_000) / Math.round(rate * 10_000)));
