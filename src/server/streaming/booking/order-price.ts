import type { OrderPut } from '#contract/booking.ts';
import { toPaise, toRupees } from '#domain/pricing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { isTaxFree, type placeColumns } from './buyer-place.ts';
import { keptCoupon, usableCoupon } from './coupons.ts';
import { sellableMovie } from './found.ts';
import { moneyColumns } from './money.ts';
import type { BookedMovie, OrderRow } from './queries.ts';

const FIGURES = ['unitPrice', 'discountValue', 'totalOrderValue', 'totalTaxValue', 'totalRoundedValue'] as const;

interface Pricing {
  viewer: Viewer;
  movie: BookedMovie;
  open: OrderRow | undefined;
  place: ReturnType<typeof placeColumns>;
  seen: OrderPut;
}

/**
 * The money columns of an order; the client's figures are compared with them and never stored. Throws price_changed, and what
 * the coupon refuses: also of the coupon that the order has, when the figures that were seen stand on it.
 */
export async function priceOrder(db: Db, { config, now }: Deps, { viewer, movie, open, place, seen }: Pricing) {
  const user = { movieId: movie.movieId, userId: viewer.userId, now: now(), movieOrderId: open?.movieOrderId };
  const { coupon, refusal } =
    seen.couponCode === undefined
      ? await keptCoupon(db, open?.couponCode, user)
      : { coupon: await usableCoupon(db, seen.couponCode, user), refusal: null };
  const { buyerCountry } = { ...open, ...place };
  const money = moneyColumns(movie.ticketRate, coupon, isTaxFree(config, buyerCountry));
  const differs = FIGURES.some((name) => seen[name] !== undefined && toPaise(seen[name]) !== money[name]);
  if (!differs) return money;
  if (refusal) throw refusal;
  const figures = Object.fromEntries(FIGURES.map((name) => [name, toRupees(money[name])]));
  throw new AppError('conflict', 'price_changed', text.priceChanged, { extra: { figures } });
}

/** Throws what saving the order as it is would refuse: movie_not_found, film_not_ready, price_changed, and what its coupon refuses. */
export async function refuseOutdated(tx: Db, deps: Deps, viewer: Viewer, order: OrderRow): Promise<void> {
  const movie = await sellableMovie(tx, order.movieId);
  const seen = Object.fromEntries(FIGURES.map((name) => [name, toRupees(order[name])]));
  await priceOrder(tx, deps, { viewer, movie, open: order, place: {}, seen });
}
