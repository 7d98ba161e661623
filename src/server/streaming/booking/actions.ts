import type { OrderPost, OrderPut } from '#contract/booking.ts';
import { asPage, offsetOf, type Sort } from '#contract/page.ts';
import { resumeSeconds } from '#domain/playback.ts';
import { isWindowOpen } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { findMovie } from '../catalogue/queries.ts';
import { toMovie } from '../catalogue/wire.ts';
import { findFilm, findSeekMinutes } from '../playback/queries.ts';
import { findReview } from '../reviews/queries.ts';
import { toOwnReview } from '../reviews/wire.ts';
import { likelyPlace, placeColumns } from './buyer-place.ts';
import { giveCouponUseBack } from './coupon-uses.ts';
import { countTry } from './coupons.ts';
import { sellableMovie, movieNotFound, orderNotFound } from './found.ts';
import { orderPlace } from './order-place.ts';
import { priceOrder } from './order-price.ts';
import {
  aloneFor,
  changeOrder,
  findOwnOrder,
  holdOrder,
  insertOrder,
  listOwnOrders,
  liveTickets,
  lockOpenOrder,
  type NewOrder,
  type OrderField,
  type OrderRow,
  ordersForMovie,
} from './queries.ts';
import { hasReminder } from './reminders/queries.ts';
import { bookableSlot } from './slot-check.ts';
import { toOrder } from './wire.ts';

/**
 * Books a film: a new order, or the open one updated (api.md "Order"). `isNew` tells which.
 * Throws movie_not_found, film_not_ready, slot refusals (422), coupon_unknown, too_many_requests, already_booked, payment_pending, price_changed.
 */
export async function bookTicket(deps: Deps, viewer: Viewer, ip: string, movieId: number, post: OrderPost) {
  await countTry(deps, viewer, post.couponCode);
  const movie = await sellableMovie(deps.db, movieId);
  const slot = await bookableSlot(deps, viewer, movie, post.bookingStartTime, post.timezone);
  const place = placeColumns(post);

  return aloneFor(deps.db, viewer.userId, movieId, async (tx) => {
    // Held first: what it becomes while we wait for it decides whether there is a ticket already.
    const open = await lockOpenOrder(tx, viewer.userId, movieId);
    await refuseSecondTicket(tx, viewer, movieId, deps.now());
    if (open?.paymentStatus === 'PROCESSING') throw new AppError('conflict', 'payment_pending', text.paymentPending);
    const values = {
      ...(await priceOrder(tx, deps, { viewer, movie, open, place, seen: post })),
      ...slot,
      ...place,
      ...(await orderPlace({ ...deps, db: tx }, viewer, ip, { ...open, ...place }, post)),
      orderRemarks: post.orderRemarks ?? null,
      orderDate: deps.now(),
    };
    if (open) await rewrite(tx, open, values);
    const movieOrderId =
      open?.movieOrderId ??
      (await insertOrder(tx, { ...values, userId: viewer.userId, movieId, paymentStatus: 'NEW' }));
    return { isNew: !open, order: toOrder((await findOwnOrder(tx, viewer.userId, movieOrderId))!, deps.now()) };
  });
}

/** A new slot, a coupon set or removed (`couponCode: ""`); priced anew. Only an order that nobody paid may change. */
export async function changeBooking(deps: Deps, viewer: Viewer, ip: string, orderId: number, put: OrderPut) {
  await countTry(deps, viewer, put.couponCode);
  const known = (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? raise(orderNotFound());
  const movie = await sellableMovie(deps.db, known.order.movieId);
  const start = put.bookingStartTime;
  const slot = start ? await bookableSlot(deps, viewer, movie, start, put.timezone ?? known.order.timezone) : {};
  const place = placeColumns(put);

  return aloneFor(deps.db, viewer.userId, movie.movieId, async (tx) => {
    await holdOrder(tx, orderId);
    const { order } = (await findOwnOrder(tx, viewer.userId, orderId)) ?? raise(orderNotFound());
    if (order.paymentStatus !== 'NEW' && order.paymentStatus !== 'CANCELLED')
      throw new AppError('conflict', 'order_closed', text.orderClosed);
    await rewrite(tx, order, {
      ...(await priceOrder(tx, deps, { viewer, movie, open: order, place, seen: put })),
      ...slot,
      ...place,
      ...(await orderPlace({ ...deps, db: tx }, viewer, ip, { ...order, ...place }, { ...order, ...put })),
    });
    return toOrder((await findOwnOrder(tx, viewer.userId, orderId))!, deps.now());
  });
}

async function refuseSecondTicket(db: Db, viewer: Viewer, movieId: number, now: Date) {
  if ((await liveTickets(db, viewer.userId, movieId, now)).length)
    throw new AppError('conflict', 'already_booked', text.alreadyBooked);
}

/** Changes an open order; a coupon that it no longer has is used no longer. */
async function rewrite(tx: Db, order: OrderRow, values: Partial<NewOrder>) {
  await changeOrder(tx, order.movieOrderId, values);
  if (values.couponCode !== order.couponCode) await giveCouponUseBack(tx, order);
}

// ---------- reading ----------

export async function readOrders(
  { db, now }: Deps,
  viewer: Viewer,
  query: { page: number; size: number; sort?: Sort<OrderField> | undefined },
) {
  const sort = query.sort ?? { field: 'orderDate' as const, descending: true };
  const { rows, total } = await listOwnOrders(db, viewer.userId, {
    sort,
    limit: query.size,
    offset: offsetOf(query, 0),
  });
  return asPage(
    rows.map((row) => toOrder(row, now())),
    total,
    query,
  );
}

/** One own order; another person's is 404, as if there were none. */
export const readOrder = async ({ db, now }: Deps, viewer: Viewer, orderId: number) =>
  toOrder((await findOwnOrder(db, viewer.userId, orderId)) ?? raise(orderNotFound()), now());

export const readMovieOrders = async ({ db, now }: Deps, viewer: Viewer, movieId: number) => ({
  content: (await ordersForMovie(db, viewer.userId, movieId)).map((row) => toOrder(row, now())),
});

/** A film with what this viewer holds of it (api.md "signed in"). */
export async function readMovieForViewer(deps: Deps, viewer: Viewer, movieId: number) {
  const { db, now } = deps;
  const row = await findMovie(db, { movieId });
  const tickets = row ? await liveTickets(db, viewer.userId, movieId, now()) : [];
  // A film that left the catalogue stays open to those who hold a ticket for it.
  if (!row || (row.active !== 'Y' && !tickets.length)) throw movieNotFound();
  const ticket = ticketThatCounts(tickets, now());
  const review = await findReview(db, movieId, viewer.userId);
  return {
    ...toMovie(row),
    playStatus: tickets.some((each) => isWindowOpen(each, now())) ? 'PAID' : null,
    paymentStatus: tickets.length,
    order: ticket ? toOrder((await findOwnOrder(db, viewer.userId, ticket.movieOrderId))!, now()) : null,
    buyerPlace: await likelyPlace(db, viewer.userId),
    myReview: review ? toOwnReview(review) : null,
    hasReminder: await hasReminder(db, viewer.userId, movieId),
    resumeAt: await resumeAt(db, viewer, movieId),
  };
}

async function resumeAt(db: Db, viewer: Viewer, movieId: number): Promise<number> {
  const film = await findFilm(db, movieId);
  return film ? resumeSeconds(await findSeekMinutes(db, viewer.userId, movieId), film.manifest.durationSeconds) : 0;
}

/** The one whose window is open, else the next to open. */
const ticketThatCounts = (tickets: OrderRow[], now: Date) =>
  tickets.find((each) => isWindowOpen(each, now)) ?? tickets[0];
