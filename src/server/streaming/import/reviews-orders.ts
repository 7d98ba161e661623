import { DOMESTIC } from '#domain/countries.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import type { Coupon } from '#contract/booking.ts';
import { viewingWindow } from '#domain/viewing.ts';
import { toCoupon } from '../booking/coupons.ts';
import { freePaymentMode, moneyColumns } from '../booking/money-columns.ts';
import { insertOrder, type NewOrder } from '../booking/queries.ts';
import { RowError } from './errors.ts';
import { isRelativeDate, parseImportDate } from './date.ts';
import { allCoupons, type ExistingMovie, existingOrders, existingReviews, saveReviews } from './queries.ts';
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
  const refOf = ({ movie, user }: { movie: string | null; user: string | null }) => `${movie}/${user}`;
  const existing = (await existingReviews(db)).map((each) => ({ ...each, ref: refOf(each) }));
  const createdOnByRef = new Map(existing.map(({ ref, createdOn }) => [ref, createdOn]));
  const dateOf = (row: ReviewRow) =>
    (isRelativeDate(row.createdOn) && createdOnByRef.get(refOf(row))) || parseImportDate(row.createdOn, now)!;
  return {
    name: 'reviews',
    schema: ReviewRow,
    refOf,
    existing: digestsByRef(existing),
    prepare: (row) => ({ row, movie: references.movie(row.movie), userId: references.user(row.user) }),
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

/** Chosen: existing orders are never changed by an import. */
export async function orderSection(
  { db, now }: Run,
  references: References,
): Promise<Section<OrderRow, ResolvedRow<OrderRow> & { coupon: Coupon | null }>> {
  const coupons = new Map((await allCoupons(db)).map((row) => [row.couponCode.toUpperCase(), toCoupon(row)]));
  const couponOf = (code: string | null) => {
    if (!code) return null;
    const coupon = coupons.get(code.toUpperCase());
    if (!coupon) throw new RowError(`there is no coupon "${code}"`, 'there is no such coupon', code);
    return coupon;
  };
  return {
    name: 'orders',
    schema: OrderRow,
    refOf: ({ movie, user, orderDate }) => `${movie}/${user}/${orderDate}`,
    existing: await existingOrders(db),
    isImmutable: true,
    prepare: (row) => ({
      row,
      movie: references.movie(row.movie),
      userId: references.user(row.user),
      coupon: couponOf(row.couponCode),
    }),
    save: async (tx, rows) => {
      for (const { value, ref } of rows) await insertOrder(tx, { ...toOrder(value, now), importRef: ref });
    },
  };
}

function toOrder(
  { row, movie, userId, coupon }: ResolvedRow<OrderRow> & { coupon: Coupon | null },
  now: Date,
): Omit<NewOrder, 'movieOrderId' | 'orderNo'> {
  const orderDate = parseImportDate(row.orderDate, now)!;
  const money = moneyColumns(movie.ticketRate, coupon);
  const wasPaid = row.paymentStatus === 'PAID' || row.paymentStatus === 'REFUNDED';
  return {
    ...money,
    ...viewingWindow(parseImportDate(row.bookingStartTime, now)!),
    userId,
    movieId: movie.movieId,
    timezone: CINEMA_ZONE,
    orderDate,
    orderCountry: DOMESTIC.code,
    paymentStatus: row.paymentStatus,
    ...(wasPaid
      ? { paymentMode: money.totalRoundedValue > 0 ? 'RAZORPAY' : freePaymentMode(money), paidAt: orderDate }
      : {}),
  };
}
