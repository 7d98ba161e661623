import { DOMESTIC } from '#domain/countries.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import type { Coupon } from '#contract/booking.ts';
import { GST_PERCENT } from '#domain/limits/money.ts';
import { ticketPrice, toPaise, type Paise } from '#domain/pricing.ts';
import { viewingWindow } from '#domain/viewing.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import { toCoupon } from '../booking/coupons.ts';
import { freePaymentMode, moneyColumns } from '../booking/money-columns.ts';
import { insertOrder, type NewOrder } from '../booking/queries.ts';
import { RowError } from './errors.ts';
import { isRelativeDate, parseImportDate, requireImportDate } from './date.ts';
import {
  allCoupons,
  type ExistingMovie,
  existingOrders,
  existingReviews,
  saveReviews,
} from './queries.ts';
import type { References } from './references.ts';
import { OrderRow, ReviewRow } from './rows.ts';
import { digestsByRef, type Run, type Section } from './section.ts';

interface ResolvedRow<Row> {
  row: Row;
  movie: ExistingMovie;
  userId: number;
}

export async function reviewSection(
  { db, now }: Run,
  references: References,
): Promise<Section<ReviewRow, ResolvedRow<ReviewRow>>> {
  const refOf = ({ movie, user }: { movie: string | null; user: string | null }) =>
    `${movie}/${user}`;
  const existing = (await existingReviews(db)).map((each) => ({ ...each, ref: refOf(each) }));
  const createdOnByRef = new Map(existing.map(({ ref, createdOn }) => [ref, createdOn]));
  const dateOf = (row: ReviewRow) =>
    (isRelativeDate(row.createdOn) && createdOnByRef.get(refOf(row))) ||
    requireImportDate(row.createdOn, now);
  return {
    name: 'reviews',
    schema: ReviewRow,
    refOf,
    existing: digestsByRef(existing),
    prepare: (row) => ({
      row,
      movie: references.movie(row.movie),
      userId: references.user(row.user),
    }),
    save: (tx, rows) =>
      saveReviews(
        tx,
        rows.map(({ value: { row, movie, userId }, digest }) => ({
          movieId: movie.movieId,
          userId,
          rating: row.rating,
          reviewComments: row.reviewComments,
          hasSpoilers: row.hasSpoilers ?? false,
          createdOn: dateOf(row),
          importDigest: digest,
        })),
      ),
  };
}

interface ResolvedOrder extends ResolvedRow<OrderRow> {
  money: OrderMoney;
  orderDate: Date;
  paidAt: Date | null;
  refundedAt: Date | null;
}

/** Chosen: existing orders are never changed by an import. */
export async function orderSection(
  { db, now }: Run,
  references: References,
): Promise<Section<OrderRow, ResolvedOrder>> {
  const coupons = new Map(
    (await allCoupons(db)).map((row) => [row.couponCode.toUpperCase(), toCoupon(row)]),
  );
  const existing = await existingOrders(db);
  const counts = { withoutPrice: 0, withoutRefundDate: 0 };
  const couponOf = (code: string | null) => {
    if (!code) return null;
    const coupon = coupons.get(code.toUpperCase());
    if (!coupon)
      throw new RowError(`there is no coupon "${code}"`, 'there is no such coupon', code);
    return coupon;
  };
  const refOf = ({ movie, user, orderDate }: OrderRow) => `${movie}/${user}/${orderDate}`;
  return {
    name: 'orders',
    schema: OrderRow,
    refOf,
    existing,
    isImmutable: true,
    prepare: (row) => {
      const movie = references.movie(row.movie);
      const money = orderMoney(row, couponOf(row.couponCode), movie.ticketRate);
      const order = { row, movie, userId: references.user(row.user), money, ...datesOf(row, now) };
      if (!existing.has(refOf(row))) {
        if (row.unitPrice === null) counts.withoutPrice++;
        if (row.paymentStatus === 'REFUNDED' && row.refundDate === null) counts.withoutRefundDate++;
      }
      return order;
    },
    save: async (tx, rows) => {
      for (const { value, ref } of rows)
        await insertOrder(tx, { ...toOrder(value, now), importRef: ref });
    },
    onEnd: ({ notes }) => {
      if (counts.withoutPrice) notes.push(text.ordersWithoutPrice(counts.withoutPrice));
      if (counts.withoutRefundDate)
        notes.push(text.ordersWithoutRefundDate(counts.withoutRefundDate));
    },
  };
}

/**
 * Chosen: without dates of their own, an order was paid when it was made, and refunded when it was
 * paid.
 */
function datesOf({ orderDate, paymentDate, refundDate, paymentStatus }: OrderRow, now: Date) {
  const dateOf = (date: string | null) => date && parseImportDate(date, now);
  const orderedAt = requireImportDate(orderDate, now);
  const wasPaid = paymentStatus === 'PAID' || paymentStatus === 'REFUNDED';
  const paidAt = wasPaid ? dateOf(paymentDate) || orderedAt : null;
  const refundedAt = paymentStatus === 'REFUNDED' ? dateOf(refundDate) || paidAt : null;
  if (paidAt && refundedAt && refundedAt < paidAt)
    throw new RowError(
      `refundDate "${refundDate}" is before the payment`,
      'refundDate is before the payment',
    );
  return { orderDate: orderedAt, paidAt, refundedAt };
}

type OrderMoney = ReturnType<typeof moneyColumns>;

/** Paise. Rounding to rupees moves a total by half a rupee at most. */
const RUPEE = 100;

/**
 * The amounts of the file, else what a ticket of this price costs today. Throws RowError if the
 * amounts do not add up.
 */
function orderMoney(row: OrderRow, coupon: Coupon | null, ticketRate: Paise): OrderMoney {
  const calculated = moneyColumns(
    row.unitPrice === null ? ticketRate : toPaise(row.unitPrice),
    coupon,
  );
  const discountValue =
    row.discountValue === null ? calculated.discountValue : toPaise(row.discountValue);
  const totalOrderValue = calculated.unitPrice - discountValue;
  const expectedTax = ticketPrice(totalOrderValue).tax;
  const total = row.totalRoundedValue === null ? null : toPaise(row.totalRoundedValue);
  const totalTaxValue =
    row.totalTaxValue === null
      ? taxWithin(total, { taxable: totalOrderValue, expectedTax })
      : toPaise(row.totalTaxValue);
  const totalRoundedValue = total ?? Math.round((totalOrderValue + totalTaxValue) / RUPEE) * RUPEE;
  if (Math.abs(totalRoundedValue - totalOrderValue - totalTaxValue) > RUPEE / 2)
    throw new RowError(
      'the amounts do not add up: totalRoundedValue is unitPrice − discountValue + totalTaxValue',
    );
  const taxPercentage =
    totalTaxValue === expectedTax
      ? GST_PERCENT
      : Math.round((totalTaxValue * 100) / Math.max(1, totalOrderValue));
  return {
    ...calculated,
    discountValue,
    totalOrderValue,
    totalTaxValue,
    totalRoundedValue,
    taxPercentage,
  };
}

/**
 * The tax if the file has none: today's if it fits into the total, else what was paid above the
 * price. Paise.
 */
function taxWithin(
  total: Paise | null,
  { taxable, expectedTax }: { taxable: Paise; expectedTax: Paise },
): number {
  if (total === null || Math.abs(total - taxable - expectedTax) <= RUPEE / 2) return expectedTax;
  return Math.max(0, total - taxable);
}

function toOrder(
  { row, movie, userId, orderDate, paidAt, refundedAt, money }: ResolvedOrder,
  now: Date,
): Omit<NewOrder, 'movieOrderId' | 'orderNo'> {
  const paymentMode =
    row.paymentMode ?? (money.totalRoundedValue > 0 ? 'RAZORPAY' : freePaymentMode(money));
  return {
    ...money,
    ...viewingWindow(requireImportDate(row.bookingStartTime, now)),
    userId,
    movieId: movie.movieId,
    timezone: CINEMA_ZONE,
    orderDate,
    orderCountry: DOMESTIC.code,
    paymentStatus: row.paymentStatus,
    paymentMode: paidAt ? paymentMode : undefined,
    paidAt: paidAt ?? undefined,
    refundedAt: paidAt ? refundedAt : undefined,
  };
}
