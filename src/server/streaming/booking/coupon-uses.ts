import { CINEMA_ZONE } from '#domain/dates.ts';
import { displayDate } from '#domain/format/dates.ts';
import { COUPON_RESERVATION_MINUTES } from '#domain/limits/booking.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import type { Db } from '../../db/database.ts';
import { AppError, throwError } from '../../errors.ts';
import {
  type CouponRow,
  countUses,
  deleteReplaceableReservations,
  deleteUses,
  endReservation,
  findUse,
  insertUse,
  lockCoupon,
} from './coupons/queries.ts';
import type { OrderRow } from './queries.ts';

type CouponOrder = Pick<OrderRow, 'movieOrderId' | 'movieId' | 'userId' | 'couponCode'>;

/**
 * Reserves a use for an unpaid order, for COUPON_RESERVATION_MINUTES. The caller holds the lock on
 * the order's row. Throws coupon_used_up and the refusals of `refuseInvalidCoupon`.
 */
export async function reserveCouponUse(tx: Db, order: CouponOrder, now: Date): Promise<void> {
  const existing = await findUse(tx, order.movieOrderId);
  const isOfCoupon = existing !== undefined && existing.couponCode === order.couponCode;
  if (isOfCoupon && !(existing.reservedUntil && existing.reservedUntil <= now)) return;
  const reservedUntil = new Date(now.getTime() + COUPON_RESERVATION_MINUTES * MINUTE);
  await takeUse(tx, { order, now, useTerms: { checksTerms: true, reservedUntil } });
}

/** Call it before a free order is paid. The lock and the errors are those of `reserveCouponUse`. */
export const takeCouponUse = (tx: Db, order: CouponOrder, now: Date): Promise<void> =>
  takeUse(tx, { order, now, useTerms: { checksTerms: true, reservedUntil: null } });

/**
 * For money that arrived: keeps the reservation, or takes a use that is left. On coupon_used_up the
 * caller holds the payment.
 */
export async function keepCouponUse(tx: Db, order: CouponOrder, now: Date): Promise<void> {
  if (await endReservation(tx, order)) return;
  await takeUse(tx, { order, now, useTerms: { checksTerms: false, reservedUntil: null } });
}

/** The reservation does not lapse while the bank confirms the payment. */
export const keepReservation = (tx: Db, order: CouponOrder) => endReservation(tx, order);

interface UseTerms {
  checksTerms: boolean;
  reservedUntil: Date | null;
}

async function takeUse(
  tx: Db,
  {
    order,
    now,
    useTerms: { checksTerms, reservedUntil },
  }: { order: CouponOrder; now: Date; useTerms: UseTerms },
): Promise<void> {
  const { movieOrderId, userId } = order;
  if (!order.couponCode) return releaseCouponUse(tx, order);
  // The coupon before its uses: the same order in every transaction prevents deadlocks.
  const coupon =
    (await lockCoupon(tx, order.couponCode)) ?? throwError(new AppError('coupon_unknown'));
  if (checksTerms) refuseInvalidCoupon(coupon, order.movieId, now);
  await releaseCouponUse(tx, order);
  await deleteReplaceableReservations(tx, coupon.couponCode, { userId, now });
  await refuseUsedUpCoupon(tx, coupon, { userId, now });
  await insertUse(tx, {
    movieOrderId,
    userId,
    couponCode: coupon.couponCode,
    takenAt: now,
    reservedUntil,
  });
}

/** Call it when an order becomes CANCELLED or REFUNDED, or loses its coupon. */
export async function releaseCouponUse(
  tx: Db,
  { movieOrderId }: Pick<OrderRow, 'movieOrderId'>,
): Promise<void> {
  await deleteUses(tx, [movieOrderId]);
}

interface CouponUser {
  userId: number | null;
  now: Date;
  /** The order whose use does not count. */
  movieOrderId?: number | undefined;
}

/** Reliable only under the lock on the coupon's row; an estimate elsewhere. */
export async function refuseUsedUpCoupon(db: Db, coupon: CouponRow, user: CouponUser) {
  const { couponCode, totalLimit, viewerLimit } = coupon;
  if (totalLimit === null && viewerLimit === null) return;
  const used = await countUses(db, couponCode, user);
  if (totalLimit !== null && used.total >= totalLimit) throw new AppError('coupon_used_up');
  if (viewerLimit !== null && used.byViewer >= viewerLimit)
    throw new AppError('coupon_used_by_viewer', [viewerLimit]);
}

/** Throws 422 when the coupon is inactive, outside its dates, or for another film. */
export function refuseInvalidCoupon(coupon: CouponRow, movieId: number, now: Date): void {
  const { active, validFrom, validUntil, movieIds } = coupon;
  if (active !== 'Y') throw new AppError('coupon_over');
  if (validFrom && now < validFrom)
    throw new AppError('coupon_not_yet', [displayDate(validFrom, CINEMA_ZONE)]);
  if (validUntil && now >= validUntil) throw new AppError('coupon_over');
  if (movieIds && !movieIds.includes(movieId)) throw new AppError('coupon_other_film');
}
