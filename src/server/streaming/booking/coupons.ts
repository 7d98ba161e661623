import type { Coupon } from '#contract/booking.ts';
import { bookingRefusals } from '#messages/booking-refusals.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import type { Limit } from '../../rate-limits.ts';
import { refuseInvalidCoupon, refuseUsedUpCoupon } from './coupon-uses.ts';
import { type CouponRow, findCouponByCode } from './coupons/queries.ts';

const COUPON_LIMIT: Limit = {
  name: 'coupons',
  points: 60,
  seconds: 3600,
  message: bookingRefusals.tooManyCoupons,
};

interface CouponBooking {
  movieId: number;
  userId: number;
  now: Date;
  movieOrderId?: number | undefined;
}

interface CouponTry {
  movieId: number;
  couponCode: string;
}

const couponUnknown = () => new AppError('coupon_unknown');

/** Null for an empty code. Throws 422 with the reason when the coupon cannot be used. */
export async function findUsableCoupon(
  db: Db,
  couponCode: string | null | undefined,
  { movieId, userId, now, movieOrderId }: CouponBooking,
): Promise<Coupon | null> {
  if (!couponCode) return null;
  const row = await findCouponByCode(db, couponCode);
  if (!row) throw couponUnknown();
  refuseInvalidCoupon(row, movieId, now);
  await refuseUsedUpCoupon(db, row, { userId, now, movieOrderId });
  return toCoupon(row);
}

/**
 * A code sent with an order counts like a code typed into the coupon field. Throws
 * too_many_requests.
 */
export async function limitCouponTries(
  { limits }: Deps,
  { userId }: Viewer,
  couponCode: string | undefined,
) {
  if (couponCode) await limits.use(COUPON_LIMIT, String(userId));
}

export async function validateCoupon(
  deps: Deps,
  viewer: Viewer,
  { movieId, couponCode }: CouponTry,
): Promise<Coupon> {
  await limitCouponTries(deps, viewer, couponCode);
  const coupon = await findUsableCoupon(deps.db, couponCode, {
    movieId,
    userId: viewer.userId,
    now: deps.now(),
  });
  return coupon ?? throwError(couponUnknown());
}

/**
 * Chosen: a coupon that is no longer valid is dropped. `refusal` has the reason, for a request with
 * the old figures.
 */
export async function recheckCoupon(
  db: Db,
  couponCode: string | null | undefined,
  booking: CouponBooking,
) {
  try {
    return { coupon: await findUsableCoupon(db, couponCode, booking), refusal: null };
  } catch (error) {
    if (error instanceof AppError) return { coupon: null, refusal: error };
    throw error;
  }
}

export const toCoupon = ({ couponCode, couponType, couponValue }: CouponRow): Coupon => ({
  couponCode,
  couponType: couponType,
  couponValue,
});
