import { bookingMessages as text } from '#messages/booking.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { refuseTerms } from './coupon-terms.ts';
import { type CouponRow, countUses, deleteUses, findUse, insertUse, lockCoupon } from './coupons/queries.ts';
import type { OrderRow } from './queries.ts';

type Held = Pick<OrderRow, 'movieOrderId' | 'movieId' | 'userId' | 'couponCode'>;

/**
 * Takes the order's use of its coupon as a payment begins, or as a free ticket is issued; one that it has stays its own.
 * The order's row is held by the caller. Throws coupon_used_up, and what `usableCoupon` throws of the coupon's terms.
 */
export const takeCouponUse = (tx: Db, order: Held, now: Date): Promise<void> => take(tx, order, now, true);

/**
 * Takes a use again for money that arrived after the order was cancelled and its use given back: only the limits are asked,
 * since the coupon held when the payment began. Throws coupon_used_up: then the money is held.
 */
export const retakeCouponUse = (tx: Db, order: Held, now: Date): Promise<void> => take(tx, order, now, false);

async function take(tx: Db, order: Held, now: Date, asksTerms: boolean): Promise<void> {
  const held = await findUse(tx, order.movieOrderId);
  if (held?.couponCode === order.couponCode) return;
  if (held) await giveCouponUseBack(tx, order);
  if (!order.couponCode) return;
  const coupon = (await lockCoupon(tx, order.couponCode)) ?? refuse('coupon_unknown', text.couponUnknown);
  if (asksTerms) refuseTerms(coupon, order.movieId, now);
  await refuseUsedUp(tx, coupon, order.userId);
  const { movieOrderId, userId } = order;
  await insertUse(tx, { movieOrderId, userId, couponCode: coupon.couponCode, takenAt: now });
}

/** For an order that became CANCELLED, or that lost its coupon. */
export async function giveCouponUseBack(tx: Db, { movieOrderId }: Pick<OrderRow, 'movieOrderId'>): Promise<void> {
  await deleteUses(tx, [movieOrderId]);
}

/** Whether its limits leave a use for this viewer. Under the coupon's row lock it is the truth, elsewhere a good guess. */
export async function refuseUsedUp(db: Db, coupon: CouponRow, userId: number | null, exceptOrder = 0): Promise<void> {
  const { couponCode, totalLimit, viewerLimit } = coupon;
  if (totalLimit === null && viewerLimit === null) return;
  const used = await countUses(db, couponCode, userId, exceptOrder);
  if (totalLimit !== null && used.inAll >= totalLimit) refuse('coupon_used_up', text.couponUsedUp);
  if (viewerLimit !== null && used.byViewer >= viewerLimit)
    refuse('coupon_used_up', viewerLimit === 1 ? text.couponUsedByYou : text.couponUsedByYouTimes(viewerLimit));
}

function refuse(code: string, message: string): never {
  throw new AppError('invalid', code, message);
}
