import type { GiftTexts, OrderPost, OrderPut } from '#contract/booking.ts';
import { toPage } from '#contract/page.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, fieldError, throwError } from '../../errors.ts';
import { type PageQuery, toListing } from '../listing.ts';
import { movieNotFound } from '../not-found.ts';
import { buyerPlaceColumns } from './buyer-place.ts';
import { releaseCouponUse } from './coupon-uses.ts';
import { limitCouponTries } from './coupons.ts';
import { requireSellable, requireSellableMovie } from './bookable-movie.ts';
import { giftCodeHash } from './gifts/gift-code.ts';
import { deleteGift, saveGift } from './gifts/queries.ts';
import { toViewerOrder } from './gifts/wire.ts';
import { orderPlace } from './order-place.ts';
import { priceOrder } from './order-price.ts';
import { paymentHeld, readOrder, requireOwnOrder } from './own-order.ts';
import {
  type DatedMovie,
  type BuyerPlaces,
  withViewerFilmLock,
  changeOrder,
  findBooking,
  findBuyerPlaces,
  hasHeldPaymentForMovie,
  lockOrder,
  insertOpenOrder,
  listOwnOrders,
  lockOpenOrder,
  type NewOrder,
  type OrderField,
  type OrderRow,
  listOrdersForMovie,
} from './queries.ts';
import { giftColumns, slotColumns } from './slot-check.ts';
import { toOrder } from './wire.ts';

/** A new order has neither payments nor plays. */
const NEW_ORDER_STATE = {
  charged: null,
  invoiceNo: null,
  gift: null,
  wasPlayed: false,
  refund: null,
  heldValue: null,
  paymentBegunAt: null,
  creditNoteNos: [],
};

type PreparedBooking = Awaited<ReturnType<typeof prepareBooking>>;

interface BookingRequest {
  viewer: Viewer;
  ip: string;
  movieId: number;
  post: OrderPost;
}

/**
 * Creates an order or updates the viewer's open one (api.md "Order"). Throws movie_not_found,
 * film_not_ready, slot refusals (422), booking_not_open (of a gift), coupon_unknown,
 * too_many_requests, already_booked, payment_held, payment_pending, price_changed.
 */
export async function bookTicket(
  deps: Deps,
  viewer: Viewer,
  ip: string,
  movieId: number,
  post: OrderPost,
) {
  await limitCouponTries(deps, viewer, post.couponCode);
  const request = { viewer, ip, movieId, post };
  for (;;) {
    const booked = (await createOrder(deps, request)) ?? (await changeOpenOrder(deps, request));
    if (booked) return booked;
    // In between, a concurrent request of this viewer has paid or cancelled the open order.
  }
}

/** Undefined if the viewer has an open order for the film. */
const createOrder = (deps: Deps, request: BookingRequest) =>
  request.post.gift
    ? deps.db.transaction((tx) => insertNewOrder({ ...deps, db: tx }, request))
    : insertNewOrder(deps, request);

/** Two statements, and two more for a gift. */
async function insertNewOrder(deps: Deps, request: BookingRequest) {
  const { movie, newOrderId, ...booking } = await prepareBooking(deps, request);
  if (newOrderId === null) return undefined;
  const order = await insertOpenOrder(deps.db, {
    ...(await orderValues(deps, request, { movie, ...booking })),
    movieOrderId: newOrderId,
    userId: request.viewer.userId,
    movieId: request.movieId,
    paymentStatus: 'NEW',
  });
  if (!order) return undefined;
  if (!request.post.gift)
    return { isNew: true, order: toOrder({ ...NEW_ORDER_STATE, order, movie }, deps.now()) };
  await saveGift(deps.db, giftValues(deps, order, request.post.gift));
  return { isNew: true, order: await readOrder(deps, request.viewer, order.movieOrderId) };
}

const giftValues = ({ config }: Deps, { movieOrderId, orderNo }: OrderRow, texts: GiftTexts) => ({
  movieOrderId,
  codeHash: giftCodeHash(config, orderNo),
  giverName: texts.giverName || null,
  receiverName: texts.receiverName || null,
  message: texts.message || null,
});

/** Undefined if the viewer has no open order for the film. */
const changeOpenOrder = (deps: Deps, request: BookingRequest) =>
  withViewerFilmLock({
    db: deps.db,
    userId: request.viewer.userId,
    movieId: request.movieId,
    work: async (tx) => {
      const locked = { ...deps, db: tx };
      const booking = await prepareBooking(locked, request);
      const openOrder = await lockOpenOrder(tx, request.viewer.userId, request.movieId);
      if (!openOrder) return undefined;
      if (openOrder.paymentStatus === 'PROCESSING') throw new AppError('payment_pending');
      await updateOrderAndCoupon(
        tx,
        openOrder,
        await orderValues(locked, request, booking, openOrder),
      );
      await updateGift(locked, openOrder, request.post.gift);
      return {
        isNew: false,
        order: await readOrder(locked, request.viewer, openOrder.movieOrderId),
      };
    },
  });

async function prepareBooking(deps: Deps, { viewer, movieId, post }: BookingRequest) {
  const isGift = Boolean(post.gift);
  const found = await findBooking(deps.db, {
    userId: viewer.userId,
    movieId,
    isGift,
    now: deps.now(),
  });
  const booking = found ?? throwError(movieNotFound());
  const movie = requireSellable(booking.movie);
  const slot = await windowColumns({ deps, viewer, movie, put: post });
  if (booking.hasTicket && !isGift) throw new AppError('already_booked');
  if (booking.hasHeldPayment) throw paymentHeld();
  return { ...booking, slot };
}

/**
 * For an own ticket, the chosen hour. A gift has none: like a Now booking, its order lapses after a
 * day if it is not paid.
 */
async function windowColumns({
  deps,
  viewer,
  movie,
  put,
}: {
  deps: Deps;
  viewer: Viewer;
  movie: DatedMovie;
  put: OrderPut;
}) {
  const { gift, bookingStartTime: start, timezone } = put;
  if (gift)
    return { ...(await giftColumns({ deps, viewer, movie, zone: timezone })), isGift: true };
  if (!start) throw fieldError('bookingStartTime', 'slot_missing');
  return { ...(await slotColumns({ deps, viewer, movie, start, zone: timezone })), isGift: false };
}

/** Without texts, an hour was chosen: the order becomes a ticket of one's own. */
async function updateGift(deps: Deps, order: OrderRow, texts: GiftTexts | null | undefined) {
  if (texts) await saveGift(deps.db, giftValues(deps, order, texts));
  else if (order.isGift) await deleteGift(deps.db, order.movieOrderId);
}

async function orderValues(
  deps: Deps,
  { viewer, ip, post }: BookingRequest,
  { movie, slot, ...places }: Pick<PreparedBooking, 'movie' | 'slot' | keyof BuyerPlaces>,
  openOrder?: OrderRow,
) {
  const buyerPlace = buyerPlaceColumns(post);
  return {
    ...(await priceOrder(deps.db, deps, {
      viewer,
      movie,
      savedOrder: openOrder,
      clientFigures: post,
    })),
    ...slot,
    ...buyerPlace,
    ...orderPlace(deps, { places, ip, buyer: { ...openOrder, ...buyerPlace }, clientPlace: post }),
    orderRemarks: post.orderRemarks ?? null,
    linkSource: post.linkSource ?? openOrder?.linkSource ?? null,
    orderDate: deps.now(),
  };
}

/**
 * Changes slot or coupon (`couponCode: ""` removes it) of an unpaid order and recalculates the
 * price.
 */
export async function changeBooking({
  deps,
  viewer,
  ip,
  orderId,
  put,
}: {
  deps: Deps;
  viewer: Viewer;
  ip: string;
  orderId: number;
  put: OrderPut;
}) {
  await limitCouponTries(deps, viewer, put.couponCode);
  const { order: before } = await requireOwnOrder(deps.db, viewer, orderId);
  const movie = await requireSellableMovie(deps.db, before.movieId);
  const isWindowChanged = Boolean(put.gift || put.bookingStartTime);
  const zoned = { ...put, timezone: put.timezone ?? before.timezone };
  const slot = isWindowChanged ? await windowColumns({ deps, viewer, movie, put: zoned }) : {};
  const buyerPlace = buyerPlaceColumns(put);

  return withViewerFilmLock({
    db: deps.db,
    userId: viewer.userId,
    movieId: movie.movieId,
    work: async (tx) => {
      await lockOrder(tx, orderId);
      const { order } = await requireOwnOrder(tx, viewer, orderId);
      if (order.paymentStatus !== 'NEW' && order.paymentStatus !== 'CANCELLED')
        throw new AppError('order_closed');
      if (await hasHeldPaymentForMovie(tx, viewer.userId, order.movieId)) throw paymentHeld();
      await updateOrderAndCoupon(tx, order, {
        ...(await priceOrder(tx, deps, { viewer, movie, savedOrder: order, clientFigures: put })),
        ...slot,
        ...buyerPlace,
        ...orderPlace(deps, {
          places: await findBuyerPlaces(tx, viewer.userId),
          ip,
          buyer: { ...order, ...buyerPlace },
          clientPlace: { ...order, ...put },
        }),
      });
      if (isWindowChanged) await updateGift({ ...deps, db: tx }, order, put.gift);
      return readOrder({ ...deps, db: tx }, viewer, orderId);
    },
  });
}

async function updateOrderAndCoupon(tx: Db, order: OrderRow, values: Partial<NewOrder>) {
  await changeOrder(tx, order.movieOrderId, values);
  if (values.couponCode !== order.couponCode) await releaseCouponUse(tx, order);
}

export async function readOrders(deps: Deps, viewer: Viewer, query: PageQuery<OrderField>) {
  const { rows, total } = await listOwnOrders(
    deps.db,
    viewer.userId,
    toListing(query, 0, 'orderDate'),
  );
  return toPage(
    rows.map((row) => toViewerOrder(deps, viewer, row)),
    total,
    query,
  );
}

export const readMovieOrders = async (deps: Deps, viewer: Viewer, movieId: number) => ({
  content: (await listOrdersForMovie(deps.db, viewer.userId, movieId)).map((row) =>
    toViewerOrder(deps, viewer, row),
  ),
});
