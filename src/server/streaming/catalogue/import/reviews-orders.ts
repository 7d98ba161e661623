import { DOMESTIC } from '#domain/countries.ts';
import { HOUSE_ZONE } from '#domain/dates.ts';
import type { Coupon } from '#contract/booking.ts';
import { viewingWindow } from '#domain/viewing.ts';
import { toCoupon } from '../../booking/coupons.ts';
import { moneyColumns } from '../../booking/money.ts';
import { insertOrder, type NewOrder } from '../../booking/queries.ts';
import { RowError } from './errors.ts';
import { isRelative, momentOf } from './moment.ts';
import { allCoupons, type KnownMovie, knownOrders, knownReviews, saveReviews } from './queries.ts';
import type { References } from './references.ts';
import { OrderRow, ReviewRow } from './rows.ts';
import { digests, type Run, type Section } from './section.ts';

interface Visit<Row> {
  row: Row;
  movie: KnownMovie;
  userId: number;
}

export async function reviewSection(
  { db, now }: Run,
  references: References,
): Promise<Section<ReviewRow, Visit<ReviewRow>>> {
  const refOf = ({ movie, user }: { movie: string | null; user: string | null }) => `${movie}/${user}`;
  const there = (await knownReviews(db)).map((each) => ({ ...each, ref: refOf(each) }));
  const writtenOn = new Map(there.map(({ ref, createdOn }) => [ref, createdOn]));
  const dateOf = (row: ReviewRow) =>
    (isRelative(row.createdOn) && writtenOn.get(refOf(row))) || momentOf(row.createdOn, now)!;
  return {
    name: 'reviews',
    schema: ReviewRow,
    refOf,
    known: digests(there),
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

/** Chosen: an order that is in stays as it is; what was sold is not rewritten. */
export async function orderSection(
  { db, now }: Run,
  references: References,
): Promise<Section<OrderRow, Visit<OrderRow> & { coupon: Coupon | null }>> {
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
    known: digests(await knownOrders(db)),
    isSettled: true,
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
  { row, movie, userId, coupon }: Visit<OrderRow> & { coupon: Coupon | null },
  now: Date,
): Omit<NewOrder, 'movieOrderId' | 'orderNo'> {
  const orderDate = momentOf(row.orderDate, now)!;
  const money = moneyColumns(movie.ticketRate, coupon);
  const freeMode = money.unitPrice === 0 ? 'FREE' : 'Coupon';
  const wasPaid = row.paymentStatus === 'PAID' || row.paymentStatus === 'REFUNDED';
  return {
    ...money,
    ...viewingWindow(momentOf(row.bookingStartTime, now)!),
    userId,
    movieId: movie.movieId,
    timezone: HOUSE_ZONE,
    orderDate,
    orderCountry: DOMESTIC.code,
    paymentStatus: row.paymentStatus,
    ...(wasPaid ? { paymentMode: money.totalRoundedValue > 0 ? 'RAZORPAY' : freeMode, paidAt: orderDate } : {}),
  };
}
