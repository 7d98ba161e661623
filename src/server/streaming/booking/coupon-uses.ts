import { CINEMA_ZONE, displayDate } from '#domain/dates.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { type CouponRow, countUses, deleteUses, findUse, insertUse, lockCoupon } from './coupons/queries.ts';
import type { OrderRow } from './queries.ts';

type CouponOrder = Pick<OrderRow, 'movieOrderId' | 'movieId' | 'userId' | 'couponCode'>;

/** The caller holds the lock on the order's row. Throws coupon_used_up and the refusals of `refuseInvalidCoupon`. */
export const reserveCouponUse = (tx: Db, order: CouponOrder, now: Date): Promise<void> => reserve(tx, order, now, true);

/** For money that arrives after cancellation: checks only the limits. On coupon_used_up the caller holds the payment. */
export const reserveCouponUseAgain = (tx: Db, order: CouponOrder, now: Date): Promise<void> =>
  reserve(tx, order, now, false);

async function reserve(tx: Db, order: CouponOrder, now: Date, checksTerms: boolean): Promise<void> {
  const existing = await findUse(tx, order.movieOrderId);
  if (existing?.couponCode === order.couponCode) return;
  if (existing) await releaseCouponUse(tx, order);
  if (!order.couponCode) return;
  const coupon = (await lockCoupon(tx, order.couponCode)) ?? refuse('coupon_unknown', text.couponUnknown);
  if (checksTerms) refuseInvalidCoupon(coupon, order.movieId, now);
  await refuseUsedUpCoupon(tx, coupon, order.userId);
  const { movieOrderId, userId } = order;
  await insertUse(tx, { movieOrderId, userId, couponCode: coupon.couponCode, takenAt: now });
}

/** Call it when an order becomes CANCELLED or loses its coupon. */
export async function releaseCouponUse(tx: Db, { movieOrderId }: Pick<OrderRow, 'movieOrderId'>): Promise<void> {
  await deleteUses(tx, [movieOrderId]);
}

/** Reliable only under the lock on the coupon's row; an estimate elsewhere. */
export async function refuseUsedUpCoupon(db: Db, coupon: CouponRow, userId: number | null, exceptOrderId = 0) {
  const { couponCode, totalLimit, viewerLimit } = coupon;
  if (totalLimit === null && viewerLimit === null) return;
  const used = await countUses(db, couponCode, userId, exceptOrderId);
  if (totalLimit !== null && used.total >= totalLimit) refuse('coupon_used_up', text.couponUsedUp);
  if (viewerLimit !== null && used.byViewer >= viewerLimit)
    refuse('coupon_used_up', viewerLimit === 1 ? text.couponUsedByYou : text.couponUsedByYouTimes(viewerLimit));
}

/** Throws 422 when the coupon is inactive, outside its dates, or for another film. */
export function refuseInvalidCoupon(coupon: CouponRow, movieId: number, now: Date): void {
  const { active, validFrom, validUntil, movieIds } = coupon;
  if (active !== 'Y') refuse('coupon_unknown', text.couponUnknown);
  if (validFrom && now < validFrom)
    refuse('coupon_not_yet', text.couponNotYetValid(displayDate(validFrom, CINEMA_ZONE)));
  if (validUntil && now >= validUntil) refuse('coupon_over', text.couponExpired);
  if (movieIds && !movieIds.includes(movieId)) refuse('coupon_other_film', text.couponOtherFilm);
}

function refuse(code: string, message: string): never {
  throw new AppError('invalid', code, message);
}
