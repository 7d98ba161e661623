import type { Coupon } from '#contract/booking.ts';
import type { CouponType } from '#domain/pricing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import type { Db } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { type CouponRow, findCoupon } from './queries.ts';

/** A coupon that holds, or AppError 422 with the reason to show. An empty code is none. */
export async function usableCoupon(db: Db, couponCode: string | null | undefined): Promise<Coupon | null> {
  if (!couponCode) return null;
  const row = await findCoupon(db, couponCode);
  if (!row) throw new AppError('invalid', 'coupon_unknown', text.couponUnknown);
  return toCoupon(row);
}

export const toCoupon = ({ couponCode, couponType, couponValue }: CouponRow): Coupon => ({
  couponCode,
  couponType: couponType as CouponType,
  couponValue,
});
