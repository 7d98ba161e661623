import { z } from 'zod';
import { fromWire } from '#domain/dates.ts';
import { linkSourceOf } from '#domain/link-source.ts';
import { GIFT_STATES } from '#domain/gift.ts';
import { GIFT_MESSAGE_MAX_LETTERS, GIFT_NAME_MAX_LETTERS } from '#domain/limits/booking.ts';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { PAYMENT_STATUSES } from '#domain/payment-states.ts';
import { COUPON_TYPES } from '#domain/pricing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { BOOKING_ERRORS, COUPON_ERRORS, SLOT_ERRORS } from './error-groups.ts';
import { Id, Movie, WireDate } from './catalogue.ts';
import {
  endpoint,
  PUBLIC_GET,
  VIEWER_DELETE,
  VIEWER_GET,
  VIEWER_POST,
  VIEWER_PUT,
} from './endpoint.ts';
import { Rupees } from './money.ts';
import { TypedRupees } from './numeric-text.ts';
import { pageOf, pageQuery } from './page.ts';
import { OwnReview } from './reviews.ts';
import { typedLine, typedText } from './typed-text.ts';

/** Parses a wire date (`DD-MM-YYYY HH:mm:ss`, UTC). `message` reports an invalid date. */
const instant = (message?: string) =>
  z.string(message).transform((wireDate, context) => {
    const date = fromWire(wireDate);
    if (date) return date;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
export const Instant = instant();
export const Slot = instant(text.chooseDateAndTime);

export const PaymentStatus = z.enum(PAYMENT_STATUSES);

/** What the giver types for the receiver. */
const giftName = typedLine().max(GIFT_NAME_MAX_LETTERS).nullish();
export const GiftTexts = z.object({
  giverName: giftName,
  receiverName: giftName,
  message: typedText().max(GIFT_MESSAGE_MAX_LETTERS).nullish(),
});
export type GiftTexts = z.infer<typeof GiftTexts>;

/** An order that is a gift, as the giver or the receiver sees it. */
const OrderGift = z.object({
  role: z.enum(['giver', 'receiver']),
  state: z.enum(GIFT_STATES),
  giverName: z.string().nullable(),
  receiverName: z.string().nullable(),
  message: z.string().nullable(),
  /** Null until the gift is paid. */
  claimUntil: WireDate.nullable(),
  claimedAt: WireDate.nullable(),
  /**
   * The secret of the link `/gift#<code>`. Only for the giver of a waiting gift; null also if the
   * server's TOKEN_SECRET was replaced since: the link then works, but cannot be shown.
   */
  code: z.string().nullable(),
});
export type OrderGift = z.infer<typeof OrderGift>;

/** Money is in rupees with at most two decimals (api.md). */
export const Order = z.object({
  movieOrderId: z.number(),
  orderNo: z.string(),
  userId: z.number(),
  movieId: z.number(),
  /**
   * The giver of a gift sees the empty window at the payment, also after the receiver has chosen an
   * hour.
   */
  bookingStartTime: WireDate,
  bookingEndTime: WireDate,
  unitPrice: Rupees,
  orderQuantity: z.number(),
  /** Unit of measure: `Nos`, for a number of tickets. */
  uom: z.string(),
  discountPercentage: z.number(),
  discountType: z.string().nullable(),
  couponCode: z.string().nullable(),
  discountValue: Rupees,
  totalOrderValue: Rupees,
  taxPercentage: z.number(),
  totalTaxValue: Rupees,
  totalRoundedValue: Rupees,
  transactionCurrencyCode: z.string(),
  orderDate: WireDate,
  orderRemarks: z.string().nullable(),
  paymentMode: z.string().nullable(),
  /**
   * Whether the viewer has opened a provider in the last hour, so that its answer may come at any
   * moment.
   */
  isPaymentBegun: z.boolean(),
  /** PROCESSING also while a payment of another sum waits for the operator (`heldAmount`). */
  paymentStatus: PaymentStatus,
  paymentTransactionNo: z.string().nullable(),
  /**
   * ISO code of the country where the buyer probably is, for statistics. The tax uses `buyerState`
   * and `buyerCountry`.
   */
  orderCountry: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Two GST digits of the buyer's State, confirmed by the buyer. */
  buyerState: z.string().nullable(),
  /** ISO 3166 code of a buyer abroad; null in India. */
  buyerCountry: z.string().nullable(),
  /**
   * What the payer paid in a foreign currency (`2.12`); null for a payment in rupees. `rate`:
   * rupees for one unit.
   */
  charged: z.object({ currency: z.string(), amount: z.string(), rate: z.number() }).nullable(),
  invoiceNo: z.string().nullable(),
  /**
   * True for a PAID ticket that was not played, is not over and is not refunded or being refunded.
   */
  mayReschedule: z.boolean(),
  /** Paid after the chosen slot: the viewer may choose another slot or a refund. */
  slotPassed: z.boolean(),
  /** State of the refund: asked, pending, done or failed; null without a refund. */
  refund: z.string().nullable(),
  /**
   * `dispute`: the payer's bank took the money of a REFUNDED ticket. Null for refunds, and without
   * one.
   */
  refundReason: z.literal('dispute').nullable(),
  /** What went back of a PAID or REFUNDED order. REFUNDED only when all of it went back. */
  refundedAmount: Rupees,
  /**
   * What was received and waits for the operator's decision, because it is not the price; null
   * without such a payment.
   */
  heldAmount: Rupees.nullable(),
  /** Numbers of the credit notes, oldest first. */
  creditNoteNos: z.array(z.string()),
  /** The client that booked: always `WEB`. */
  orderSource: z.string(),
  /** IANA name of the zone in which the slot was chosen. */
  timezone: z.string(),
  /**
   * Null for a ticket of one's own. The receiver's order has no prices, invoice and place of the
   * giver.
   */
  gift: OrderGift.nullable(),
  orderMovie: z.object({
    movieId: z.number(),
    movieName: z.string(),
    movieNameEn: z.string().nullable(),
    moviePoster: z.string().nullable(),
    posterGel: z.string().nullable(),
    primaryLanguage: z.string(),
    runningTime: z.number().nullable(),
    movieType: z.string(),
  }),
});
export type Order = z.infer<typeof Order>;

const optionalAmount = TypedRupees.optional();
/**
 * The prices that a client shows. The server never stores them; a difference is 409
 * `price_changed`.
 */
const ShownPrice = z.object({
  totalRoundedValue: optionalAmount,
  totalTaxValue: optionalAmount,
  discountValue: optionalAmount,
  totalOrderValue: optionalAmount,
  unitPrice: optionalAmount,
});

export const OrderPost = ShownPrice.extend({
  /** The server requires it, except for a gift. */
  bookingStartTime: Slot.optional(),
  /** Chosen: sent with the slot, because "on the hour" (api.md) depends on the zone. */
  timezone: typedLine().max(60).optional(),
  couponCode: typedLine().max(40).optional(),
  /** Used only if the server cannot determine country or position itself. */
  orderCountry: typedLine().max(60).nullish(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  orderRemarks: typedText().max(500).nullish(),
  /**
   * GST requires the buyer's State (two digits), or the country of a buyer abroad, before the
   * payment.
   */
  buyerState: z
    .string()
    .regex(/^\d{2}$/, text.stateUnknown)
    .nullish(),
  buyerCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, text.countryUnknown)
    .nullish(),
  /**
   * The label in the link to the film (`?from=`). Chosen: another text is ignored, because no link
   * may prevent a sale.
   */
  linkSource: z.string().transform(linkSourceOf).nullish(),
  /**
   * The ticket is for another person, who chooses the hour: `bookingStartTime` is then not read.
   */
  gift: GiftTexts.nullish(),
});
export type OrderPost = z.infer<typeof OrderPost>;
/**
 * A slot without `gift` makes the order a ticket of one's own; without both, the order stays what
 * it is.
 */
export const OrderPut = OrderPost.partial();
export type OrderPut = z.infer<typeof OrderPut>;

const OrderId = z.object({ orderId: Id });
const MovieId = z.object({ movieId: Id });

export const createOrder = endpoint(VIEWER_POST, '/movies/:movieId/orders', {
  summary: 'Book a film; a repeated request updates the open order',
  errors: BOOKING_ERRORS,
  params: MovieId,
  body: OrderPost,
  otherStatuses: [200],
  reply: Order,
  idempotent: true,
});
export const createOrderFlat = endpoint(VIEWER_POST, '/orders', {
  summary: 'Book a film, with the film id in the body',
  errors: BOOKING_ERRORS,
  body: OrderPost.extend({ movieId: Id }),
  otherStatuses: [200],
  reply: Order,
  idempotent: true,
});
export const updateOrder = endpoint(VIEWER_PUT, '/orders/:orderId', {
  summary: 'Change the slot or the coupon of an open order; recalculates the price',
  errors: [
    ...COUPON_ERRORS,
    ...SLOT_ERRORS,
    'film_not_ready',
    'movie_not_found',
    'order_closed',
    'order_not_found',
    'payment_held',
    'place_unknown',
    'price_changed',
    'too_many_requests',
    'zone_unknown',
  ],
  params: OrderId,
  body: OrderPut,
  reply: Order,
});
export const listOrders = endpoint(VIEWER_GET, '/orders', {
  summary: "List the viewer's orders",
  query: pageQuery({
    base: 0,
    size: PAGE_SIZES.orders,
    sortable: ['orderDate', 'bookingStartTime'],
  }),
  reply: pageOf(Order),
  isKept: true,
});
export const getOrder = endpoint(VIEWER_GET, '/orders/:orderId', {
  summary: "Get one of the viewer's orders",
  errors: ['order_not_found'],
  params: OrderId,
  reply: Order,
  isKept: true,
});
export const myMovieOrders = endpoint(VIEWER_GET, '/mymovieorders/:movieId', {
  summary: "List the viewer's orders for a film",
  params: MovieId,
  reply: z.object({ content: z.array(Order) }),
});

export const rescheduleOrder = endpoint(VIEWER_POST, '/orders/:orderId/reschedule', {
  summary: 'Move a paid ticket that was not played to another slot',
  errors: [
    ...SLOT_ERRORS,
    'movie_not_found',
    'order_not_found',
    'ticket_not_paid',
    'ticket_over',
    'ticket_played',
    'zone_unknown',
  ],
  params: OrderId,
  body: z.object({ bookingStartTime: Slot, timezone: typedLine().max(60).optional() }),
  status: 200,
  reply: Order,
  idempotent: true,
});
/**
 * Chosen: if the slot passed while the bank processed the payment, the viewer gets a refund without
 * asking the operator. The giver takes an unclaimed gift back with the same call.
 */
export const returnTicket = endpoint(VIEWER_POST, '/orders/:orderId/refund', {
  summary:
    'Refund a ticket that was paid after its slot and not played, or take back a gift that nobody has claimed',
  errors: [
    'dispute_open',
    'gift_claimed',
    'not_refundable',
    'not_returnable',
    'order_not_found',
    'ticket_played',
  ],
  params: OrderId,
  status: 200,
  reply: Order,
  idempotent: true,
});
export const ticketCalendarFile = endpoint(VIEWER_GET, '/orders/:orderId/ticket.ics', {
  summary: 'Get a paid ticket as a calendar entry (text/calendar)',
  errors: ['order_not_found'],
  params: OrderId,
  reply: z.unknown(),
});

/** 404 for a film without a streaming date, and after the day when its booking opened. */
export const bookingOpeningCalendarFile = endpoint(PUBLIC_GET, '/public/movies/:id/booking.ics', {
  summary: 'Get the day when the booking of a film opens as a calendar entry (text/calendar)',
  errors: ['movie_not_found'],
  params: z.object({ id: Id }),
  reply: z.unknown(),
});
export const requestBookingReminder = endpoint(VIEWER_PUT, '/movies/:id/reminder', {
  summary: 'Request a mail on the day when the booking of a film opens',
  errors: ['address_missing', 'booking_open', 'movie_not_found', 'zone_unknown'],
  params: z.object({ id: Id }),
  body: z.object({ timezone: typedLine().max(60).optional() }),
  reply: z.object({ hasReminder: z.boolean() }),
});
export const cancelBookingReminder = endpoint(VIEWER_DELETE, '/movies/:id/reminder', {
  summary: 'Cancel the mail about the booking of a film',
  params: z.object({ id: Id }),
});

export const Coupon = z.object({
  couponCode: z.string(),
  couponType: z.enum(COUPON_TYPES),
  couponValue: z.number(),
});
export type Coupon = z.infer<typeof Coupon>;
export const validateCoupon = endpoint(VIEWER_POST, '/coupons/validate', {
  summary: 'Check a coupon for a film; 422 says why it is not valid',
  errors: [...COUPON_ERRORS, 'too_many_requests'],
  body: z.object({
    movieId: Id,
    couponCode: typedLine(text.couponEmpty).min(1, text.couponEmpty).max(40, text.couponUnknown),
  }),
  status: 200,
  reply: Coupon,
});

/** A film with what the signed-in viewer has of it: ticket, review, reminder, position. */
export const MemberMovie = Movie.extend({
  /** PAID while the window of a ticket is open. */
  playStatus: z.string().nullable(),
  /** Count of the viewer's PAID tickets whose window has not ended. */
  paymentStatus: z.number(),
  order: Order.nullable(),
  /** The buyer's place as far as the server knows it; the buyer confirms it. */
  buyerPlace: z
    .object({ buyerState: z.string().nullable(), buyerCountry: z.string().nullable() })
    .nullable(),
  myReview: OwnReview.nullable(),
  hasReminder: z.boolean(),
  /** Seconds into the film. */
  resumeAt: z.number(),
  /**
   * Whether another session of the viewer is a television. False while the film cannot be watched.
   */
  hasTelevision: z.boolean(),
});
export type MemberMovie = z.infer<typeof MemberMovie>;

export const memberMovie = endpoint(VIEWER_GET, '/movies/:id', {
  summary: "Get a film with the viewer's ticket, review and position",
  errors: ['movie_not_found'],
  params: z.object({ id: Id }),
  reply: MemberMovie,
  isKept: true,
});
