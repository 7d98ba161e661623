import type { OrderPut } from '#contract/booking.ts';
import { toPaise, toRupees } from '#domain/pricing.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { recheckCoupon, findUsableCoupon } from './coupons.ts';
import { requireSellableMovie } from './bookable-movie.ts';
import { moneyColumns } from './money-columns.ts';
import type { BookedMovie, OrderRow } from './queries.ts';

const FIGURES = [
  'unitPrice',
  'discountValue',
  'totalOrderValue',
  'totalTaxValue',
  'totalRoundedValue',
] as const;

interface Pricing {
  viewer: Viewer;
  movie: BookedMovie;
  savedOrder: OrderRow | undefined;
  clientFigures: OrderPut;
}

/**
 * Never stores the client's figures, only compares them. Throws price_changed, or the refusal of
 * the coupon.
 */
export async function priceOrder(
  db: Db,
  { now }: Deps,
  { viewer, movie, savedOrder, clientFigures }: Pricing,
) {
  const booking = {
    movieId: movie.movieId,
    userId: viewer.userId,
    now: now(),
    movieOrderId: savedOrder?.movieOrderId,
  };
  const { coupon, refusal } =
    clientFigures.couponCode === undefined
      ? await recheckCoupon(db, savedOrder?.couponCode, booking)
      : { coupon: await findUsableCoupon(db, clientFigures.couponCode, booking), refusal: null };
  const money = moneyColumns(movie.ticketRate, coupon);
  const differs = FIGURES.some(
    (name) => clientFigures[name] !== undefined && toPaise(clientFigures[name]) !== money[name],
  );
  if (!differs) return money;
  if (refusal) throw refusal;
  const figures = Object.fromEntries(FIGURES.map((name) => [name, toRupees(money[name])]));
  throw new AppError('price_changed', [], { extra: { figures } });
}

/**
 * Throws movie_not_found, film_not_ready, price_changed or a coupon refusal if the stored price is
 * no longer valid.
 */
export async function refuseOutdatedPrice({
  tx,
  deps,
  viewer,
  order,
}: {
  tx: Db;
  deps: Deps;
  viewer: Viewer;
  order: OrderRow;
}): Promise<void> {
  const movie = await requireSellableMovie(tx, order.movieId);
  const clientFigures = Object.fromEntries(FIGURES.map((name) => [name, toRupees(order[name])]));
  await priceOrder(tx, deps, { viewer, movie, savedOrder: order, clientFigures });
}
