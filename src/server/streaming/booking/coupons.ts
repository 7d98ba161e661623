import type { Coupon } from '#contract/booking.ts';
import type { CouponType } from '#domain/pricing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import type { Limit } from '../../rate-limits.ts';
import { refuseTerms } from './coupon-terms.ts';
import { refuseUsedUp } from './coupon-uses.ts';
import { type CouponRow, findCoupon } from './coupons/queries.ts';

/** More than a person types: who guesses codes waits. */
const LIMIT: Limit = { name: 'coupons', points: 60, seconds: 3600, message: text.tooManyCoupons };

/** Who would use a coupon, for which film, when. */
export interface CouponUser {
  movieId: number;
  userId: number;
  now: Date;
  /** The order that it is for: a use that it has taken already is its own. */
  movieOrderId?: number | undefined;
}

interface Tried {
  movieId: number;
  couponCode: string;
}

const couponUnknown = () => new AppError('invalid', 'coupon_unknown', text.couponUnknown);

/** A coupon that holds, or AppError 422 with the reason to show. An empty code is none. */
export async function usableCoupon(
  db: Db,
  couponCode: string | null | undefined,
  { movieId, userId, now, movieOrderId }: CouponUser,
): Promise<Coupon | null> {
  if (!couponCode) return null;
  const row = await findCoupon(db, couponCode);
  if (!row) throw couponUnknown();
  refuseTerms(row, movieId, now);
  await refuseUsedUp(db, row, userId, movieOrderId);
  return toCoupon(row);
}

/** A code that comes with an order is a try like one at its field. Throws too_many_requests. */
export async function countTry({ limits }: Deps, { userId }: Viewer, couponCode: string | undefined): Promise<void> {
  if (couponCode) await limits.use(LIMIT, String(userId));
}

/** Whether a code holds for the viewer and a film. Throws too_many_requests, and what `usableCoupon` throws. */
export async function tryCoupon(deps: Deps, viewer: Viewer, { movieId, couponCode }: Tried): Promise<Coupon> {
  await countTry(deps, viewer, couponCode);
  const coupon = await usableCoupon(deps.db, couponCode, { movieId, userId: viewer.userId, now: deps.now() });
  return coupon ?? raise(couponUnknown());
}

/**
 * The coupon that an order has already, or why it no longer holds. Chosen: then the order is priced without it, so that nobody
 * is stuck with it; only a save that names the figures that were seen is refused with that reason.
 */
export async function keptCoupon(db: Db, couponCode: string | null | undefined, user: CouponUser) {
  try {
    return { coupon: await usableCoupon(db, couponCode, user), refusal: null };
  } catch (error) {
    if (error instanceof AppError) return { coupon: null, refusal: error };
    throw error;
  }
}

export const toCoupon = ({
  couponCode,
  couponType,
  couponValue,
}: Pick<CouponRow, 'couponCode' | 'couponType' | 'couponValue'>): Coupon => ({
  couponCode,
  couponType: couponType as CouponType,
  couponValue,
});
