import { displayDate, CINEMA_ZONE } from '#domain/dates.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { AppError } from '../../errors.ts';
import type { CouponRow } from './coupons/queries.ts';

/** Throws 422 when the coupon is inactive, outside its dates, or for another film. */
export function refuseInvalidCoupon(coupon: CouponRow, movieId: number, now: Date): void {
  const { active, validFrom, validUntil, movieIds } = coupon;
  if (active !== 'Y') throw new AppError('invalid', 'coupon_unknown', text.couponUnknown);
  if (validFrom && now < validFrom)
    throw new AppError('invalid', 'coupon_not_yet', text.couponNotYetValid(displayDate(validFrom, CINEMA_ZONE)));
  if (validUntil && now >= validUntil) throw new AppError('invalid', 'coupon_over', text.couponExpired);
  if (movieIds && !movieIds.includes(movieId)) throw new AppError('invalid', 'coupon_other_film', text.couponOtherFilm);
}
