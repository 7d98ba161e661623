import { cleanMobile } from '#domain/mobile.ts';
import { toRupees } from '#domain/pricing.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { filmOf } from '../../catalogue/manage/found.ts';
import { findOrder } from '../queries.ts';
import { listOrders, type OrderFilter, orderByNo, partsOfOrder, usersOfEmail, usersOfMobile } from './queries.ts';

export interface OrderWish extends Pick<OrderFilter, 'orderNo' | 'from' | 'until' | 'status' | 'limit'> {
  mobile?: string | undefined;
  email?: string | undefined;
  film?: string | undefined;
}

/** Orders that fit everything that is asked for, newest first. Throws film_unknown. */
export async function findOrders({ db }: Deps, { mobile, email, film, ...filter }: OrderWish) {
  const byMobile = mobile === undefined ? undefined : await usersOfMobile(db, cleanMobile(mobile));
  const byEmail = email === undefined ? undefined : await usersOfEmail(db, email);
  const userIds = byMobile && byEmail ? byMobile.filter((id) => byEmail.includes(id)) : (byMobile ?? byEmail);
  const movieId = film === undefined ? undefined : (await filmOf(db, film)).movieId;
  const rows = await listOrders(db, { ...filter, userIds, movieId });
  return rows.map((row) => ({ ...row, total: toRupees(row.total) }));
}

/** An order with everything that happened to it. Throws order_unknown. */
export async function showOrder({ db }: Deps, orderNo: string) {
  const known = await orderByNo(db, orderNo);
  if (!known) throw new AppError('not_found', 'order_unknown', text.noOrder(orderNo));
  const { order, movie, wasPlayed } = (await findOrder(db, known.movieOrderId))!;
  const { attempts, ...parts } = await partsOfOrder(db, known.movieOrderId);
  return {
    orderNo: order.orderNo,
    movieName: movie.movieName,
    movieKey: movie.movieKey,
    userId: order.userId,
    paymentStatus: order.paymentStatus,
    paymentMode: order.paymentMode,
    paymentTransactionNo: order.paymentTransactionNo,
    orderDate: order.orderDate,
    paidAt: order.paidAt,
    bookingStartTime: order.bookingStartTime,
    bookingEndTime: order.bookingEndTime,
    timezone: order.timezone,
    wasPlayed,
    unitPrice: toRupees(order.unitPrice),
    couponCode: order.couponCode,
    discountValue: toRupees(order.discountValue),
    totalTaxValue: toRupees(order.totalTaxValue),
    total: toRupees(order.totalRoundedValue),
    currency: order.currency,
    payments: attempts.map(
      ({ provider, providerOrderId, providerPaymentId, amount, currency, state, heldReason, createdAt }) => ({
        provider,
        providerOrderId,
        providerPaymentId,
        amount: amount / 100,
        currency,
        state,
        heldReason,
        createdAt,
      }),
    ),
    ...parts,
    refunds: parts.refunds.map(({ provider, providerPaymentId, amount, currency, reason, state, askedAt }) => ({
      provider,
      providerPaymentId,
      amount: amount / 100,
      currency,
      reason,
      state,
      askedAt,
    })),
  };
}
