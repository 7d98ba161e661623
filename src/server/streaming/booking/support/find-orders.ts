import { cleanMobile, parseTypedMobile } from '#domain/mobile.ts';
import { toRupees, toUnits } from '#domain/pricing.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import { type KeysetQuery, readKeysetPage } from '../../../keyset-page.ts';
import { requireFilm } from '../../catalogue/manage/lookup.ts';
import { giftStateOf, isGiftOrder } from '../gifts/wire.ts';
import { type BookedOrder, findExistingOrder, holderOf } from '../queries.ts';
import { toOrder } from '../wire.ts';
import {
  listOrders,
  type OrderFilter,
  findOrderByTypedNo,
  findOrderParts,
  findUsersByEmail,
  findUsersByMobile,
} from './queries.ts';

interface OrderSearch
  extends
    Pick<OrderFilter, 'orderNo' | 'userIds' | 'from' | 'until' | 'status'>,
    KeysetQuery<string> {
  mobile?: string | undefined;
  email?: string | undefined;
  film?: string | undefined;
}

/**
 * Orders that match all filters, newest first. `after` is an order number. Throws film_unknown,
 * order_unknown.
 */
export async function findOrders(
  { db }: Deps,
  { mobile, email, film, after, limit, ...filter }: OrderSearch,
) {
  const mobileUserIds =
    mobile === undefined
      ? undefined
      : await findUsersByMobile(db, cleanMobile(parseTypedMobile(mobile)));
  const emailUserIds = email === undefined ? undefined : await findUsersByEmail(db, email);
  const userIds =
    mobileUserIds && emailUserIds
      ? mobileUserIds.filter((id) => emailUserIds.includes(id))
      : (mobileUserIds ?? emailUserIds ?? filter.userIds);
  const movieId = film === undefined ? undefined : (await requireFilm(db, film)).movieId;
  const last = after === undefined ? undefined : await requireOrder(db, after);
  const { rows, next } = await readKeysetPage(
    limit,
    (count) => listOrders(db, { ...filter, userIds, movieId, after: last }, count),
    ({ orderNo }) => orderNo,
  );
  return { rows: rows.map((row) => ({ ...row, total: toRupees(row.total) })), next };
}

const requireOrder = async (db: Db, orderNo: string) =>
  (await findOrderByTypedNo(db, orderNo)) ?? throwError(new AppError('order_unknown', [orderNo]));

export async function showOrder({ db, now }: Deps, orderNo: string) {
  const found = await requireOrder(db, orderNo);
  const booked = await findExistingOrder(db, found.movieOrderId);
  const { order, movie, wasPlayed } = booked;
  const { refundReason, refundedAmount, heldAmount } = toOrder(booked, now());
  const { attempts, ...parts } = await findOrderParts(db, { ...order, holderId: holderOf(booked) });
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
    refundedAt: order.refundedAt,
    bookingStartTime: order.bookingStartTime,
    bookingEndTime: order.bookingEndTime,
    timezone: order.timezone,
    ...giftFacts(booked, now()),
    orderCountry: order.orderCountry,
    addressCountry: order.addressCountry,
    wasPlayed,
    unitPrice: toRupees(order.unitPrice),
    couponCode: order.couponCode,
    discountValue: toRupees(order.discountValue),
    totalTaxValue: toRupees(order.totalTaxValue),
    total: toRupees(order.totalRoundedValue),
    refundedAmount,
    refundReason,
    heldAmount,
    currency: order.currency,
    payments: attempts.map(({ paidAmount, ...attempt }) => ({
      ...attempt,
      amount: toUnits(paidAmount ?? attempt.amount),
    })),
    ...parts,
    heldPayments: parts.heldPayments.map((held) => ({
      ...held,
      amount: held.amount && toUnits(held.amount),
    })),
    refunds: parts.refunds.map(inUnits),
    partRefunds: parts.partRefunds.map(inUnits),
    disputes: parts.disputes.map((dispute) => ({
      ...inUnits(dispute),
      amountDeducted: toUnits(dispute.amountDeducted),
    })),
  };
}

/** Nothing for a ticket of one's own; of a gift, neither its link nor what the giver typed. */
function giftFacts(booked: BookedOrder, now: Date) {
  if (!isGiftOrder(booked)) return {};
  const { claimUntil, claimedAt, takenBackAt, receiverId } = booked.gift;
  return { gift: giftStateOf(booked, now), claimUntil, claimedAt, takenBackAt, receiverId };
}

const inUnits = <Row extends { amount: number }>(row: Row): Row => ({
  ...row,
  amount: toUnits(row.amount),
});
