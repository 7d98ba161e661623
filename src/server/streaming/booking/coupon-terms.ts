import { displayDate, HOUSE_ZONE } from '#domain/dates.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { AppError } from '../../errors.ts';
import type { CouponRow } from './coupons/queries.ts';

/** Throws 422 with the reason when a coupon does not hold for this film now: switched off, not yet, no longer, another film's. */
export function refuseTerms(coupon: CouponRow, movieId: number, now: Date): void {
  const { active, validFrom, validUntil, movieIds } = coupon;
  if (active !== 'Y') throw new AppError('invalid', 'coupon_unknown', text.couponUnknown);
  if (validFrom && now < validFrom)
    throw new AppError('invalid', 'coupon_not_yet', text.couponNotYet(displayDate(validFrom, HOUSE_ZONE)));
  if (validUntil && now >= validUntil) throw new AppError('invalid', 'coupon_over', text.couponOver);
  if (movieIds && !movieIds.includes(movieId)) throw new AppError('invalid', 'coupon_other_film', text.couponOtherFilm);
}
