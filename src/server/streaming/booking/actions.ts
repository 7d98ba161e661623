import type { OrderPost, OrderPut } from '#contract/booking.ts';
import { asPage, offsetOf, type Sort } from '#contract/page.ts';
import { HOUSE_ZONE } from '#domain/dates.ts';
import { toPaise, toRupees } from '#domain/pricing.ts';
import { isZone, refuseSlot, type SlotRefusal } from '#domain/slots.ts';
import { resumeSeconds } from '#domain/playback.ts';
import { isWindowOpen, viewingWindow } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { detailMessages } from '#messages/details.ts';
import type { Db } from '../../db/open.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { findMovie } from '../catalogue/queries.ts';
import { toMovie } from '../catalogue/wire.ts';
import { findFilm, findSeekMinutes } from '../playback/queries.ts';
import { toReview } from '../reviews/actions.ts';
import { findReview } from '../reviews/queries.ts';
import { usableCoupon } from './coupons.ts';
import { moneyColumns } from './money.ts';
import {
  aloneFor,
  type BookedMovie,
  changeOrder,
  findMovieRow,
  findOpenOrder,
  findOwnOrder,
  findZone,
  insertOrder,
  listOwnOrders,
  liveTickets,
  type OrderField,
  type OrderRow,
  ordersForMovie,
} from './queries.ts';
import { toOrder } from './wire.ts';

const movieNotFound = () => new AppError('not_found', 'movie_not_found', detailMessages.notFound);
const orderNotFound = () => new AppError('not_found', 'order_not_found', text.orderNotFound);

const SLOT_REFUSALS: Record<SlotRefusal, string> = {
  before_streaming: text.slotBeforeStreaming,
  past: text.slotPast,
  too_far: text.slotTooFar,
  not_on_the_hour: text.slotNotOnTheHour,
};

/**
 * Books a film: a new order, or the open one updated (api.md "Order"). `isNew` tells which.
 * Throws movie_not_found, slot refusals (422), coupon_unknown, already_booked, payment_pending, price_changed.
 */
export async function bookTicket(deps: Deps, viewer: Viewer, movieId: number, post: OrderPost) {
  const movie = await bookableMovie(deps.db, movieId);
  const timezone = await checkSlot(deps, viewer, movie, post.bookingStartTime, post.timezone);

  return aloneFor(deps.db, viewer.userId, movieId, async (tx) => {
    await refuseSecondTicket(tx, viewer, movieId, deps.now());
    const open = await findOpenOrder(tx, viewer.userId, movieId);
    if (open?.paymentStatus === 'PROCESSING') throw new AppError('conflict', 'payment_pending', text.paymentPending);
    const couponCode = post.couponCode === undefined ? open?.couponCode : post.couponCode;
    const values = {
      ...(await priced(tx, movie, couponCode, post)),
      ...viewingWindow(post.bookingStartTime),
      timezone,
      orderCountry: post.orderCountry ?? null,
      latitude: post.latitude ?? null,
      longitude: post.longitude ?? null,
      orderRemarks: post.orderRemarks ?? null,
      orderDate: deps.now(),
    };
    if (open) await changeOrder(tx, open.movieOrderId, values);
    const movieOrderId =
      open?.movieOrderId ??
      (await insertOrder(tx, { ...values, userId: viewer.userId, movieId, paymentStatus: 'NEW' }));
    return { isNew: !open, order: toOrder((await findOwnOrder(tx, viewer.userId, movieOrderId))!) };
  });
}

/** A new slot, a coupon set or removed (`couponCode: ""`); priced anew. Only an order that nobody paid may change. */
export async function changeBooking(deps: Deps, viewer: Viewer, orderId: number, put: OrderPut) {
  const known = (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? raise(orderNotFound());
  const movie = await bookableMovie(deps.db, known.order.movieId);
  const start = put.bookingStartTime;
  const slot = start
    ? {
        ...viewingWindow(start),
        timezone: await checkSlot(deps, viewer, movie, start, put.timezone ?? known.order.timezone),
      }
    : {};

  return aloneFor(deps.db, viewer.userId, movie.movieId, async (tx) => {
    const { order } = (await findOwnOrder(tx, viewer.userId, orderId)) ?? raise(orderNotFound());
    if (order.paymentStatus !== 'NEW' && order.paymentStatus !== 'CANCELLED')
      throw new AppError('conflict', 'order_closed', text.orderClosed);
    const couponCode = put.couponCode === undefined ? order.couponCode : put.couponCode;
    await changeOrder(tx, orderId, {
      ...(await priced(tx, movie, couponCode, put)),
      ...slot,
      ...(put.orderCountry ? { orderCountry: put.orderCountry } : {}),
    });
    return toOrder((await findOwnOrder(tx, viewer.userId, orderId))!);
  });
}

async function bookableMovie(db: Db, movieId: number): Promise<BookedMovie> {
  const movie = await findMovieRow(db, movieId);
  if (movie?.active !== 'Y' || !movie.streamingStartDate) throw movieNotFound();
  return movie;
}

/** The zone that the slot is on the hour in. Throws 422 with the reason when it cannot be booked. */
async function checkSlot(
  deps: Deps,
  viewer: Viewer,
  movie: BookedMovie,
  start: Date,
  zone: string | undefined,
): Promise<string> {
  if (zone !== undefined && !isZone(zone))
    throw new AppError('invalid', 'zone_unknown', text.zoneUnknown, {
      errors: [{ path: 'timezone', message: text.zoneUnknown }],
    });
  // Chosen: a caller that names no zone is taken to be in the profile's, the house's or UTC.
  const zones = zone
    ? [zone]
    : [await findZone(deps.db, viewer.userId), HOUSE_ZONE, 'UTC'].filter((each) => each !== null && isZone(each));
  const refusals = zones.map((each) =>
    refuseSlot(start, { now: deps.now(), zone: each!, streamingStart: movie.streamingStartDate! }),
  );
  const fits = refusals.indexOf(null);
  if (fits >= 0) return zones[fits]!;
  throw new AppError('invalid', `slot_${refusals[0]}`, SLOT_REFUSALS[refusals[0]!], {
    errors: [{ path: 'bookingStartTime', message: SLOT_REFUSALS[refusals[0]!] }],
  });
}

async function refuseSecondTicket(db: Db, viewer: Viewer, movieId: number, now: Date) {
  if ((await liveTickets(db, viewer.userId, movieId, now)).length)
    throw new AppError('conflict', 'already_booked', text.alreadyBooked);
}

/** The money columns of an order; the client's figures are compared with them and never stored. */
async function priced(db: Db, movie: BookedMovie, couponCode: string | null | undefined, seen: Partial<OrderPost>) {
  const money = moneyColumns(movie.ticketRate, await usableCoupon(db, couponCode));
  const differs = FIGURES.some((name) => seen[name] !== undefined && toPaise(seen[name]) !== money[name]);
  if (!differs) return money;
  const figures = Object.fromEntries(FIGURES.map((name) => [name, toRupees(money[name])]));
  throw new AppError('conflict', 'price_changed', text.priceChanged, { extra: { figures } });
}

const FIGURES = ['unitPrice', 'discountValue', 'totalOrderValue', 'totalTaxValue', 'totalRoundedValue'] as const;

// ---------- reading ----------

export async function readOrders(
  { db }: Deps,
  viewer: Viewer,
  query: { page: number; size: number; sort?: Sort<OrderField> | undefined },
) {
  const sort = query.sort ?? { field: 'orderDate' as const, descending: true };
  const { rows, total } = await listOwnOrders(db, viewer.userId, {
    sort,
    limit: query.size,
    offset: offsetOf(query, 0),
  });
  return asPage(rows.map(toOrder), total, query);
}

/** One own order; another person's is 404, as if there were none. */
export const readOrder = async ({ db }: Deps, viewer: Viewer, orderId: number) =>
  toOrder((await findOwnOrder(db, viewer.userId, orderId)) ?? raise(orderNotFound()));

export const readMovieOrders = async ({ db }: Deps, viewer: Viewer, movieId: number) => ({
  content: (await ordersForMovie(db, viewer.userId, movieId)).map(toOrder),
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
    order: ticket ? toOrder((await findOwnOrder(db, viewer.userId, ticket.movieOrderId))!) : null,
    myReview: review ? toReview(review) : null,
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
