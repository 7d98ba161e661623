import { z } from 'zod';
import { fromWire } from '#domain/dates.ts';
import { PAGE_SIZES } from '#domain/limits.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { Id, Movie, WireDate } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';
import { OwnReview } from './reviews.ts';

/** A wire date (`DD-MM-YYYY HH:mm:ss`, UTC) read as an instant; `message` says what is wrong with anything else. */
const instant = (message?: string) =>
  z.string(message).transform((written, context) => {
    const date = fromWire(written);
    if (date) return date;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
export const Instant = instant();
/** The hour that a ticket is for (spec §5). */
const Slot = instant(text.chooseDateAndTime);

export const PAYMENT_STATUSES = ['NEW', 'PROCESSING', 'PAID', 'CANCELLED', 'REFUNDED'] as const;
export const PaymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** Money is rupees with two decimals at most (api.md). */
export const Order = z.object({
  movieOrderId: z.number(),
  orderNo: z.string(),
  userId: z.number(),
  movieId: z.number(),
  bookingStartTime: WireDate,
  bookingEndTime: WireDate,
  unitPrice: z.number(),
  orderQuantity: z.number(),
  uom: z.string(),
  discountPercentage: z.number(),
  discountType: z.string().nullable(),
  couponCode: z.string().nullable(),
  discountValue: z.number(),
  totalOrderValue: z.number(),
  taxPercentage: z.number(),
  totalTaxValue: z.number(),
  totalRoundedValue: z.number(),
  transactionCurrencyCode: z.string(),
  orderDate: WireDate,
  orderRemarks: z.string().nullable(),
  paymentMode: z.string().nullable(),
  paymentStatus: PaymentStatus,
  paymentTransactionNo: z.string().nullable(),
  orderCountry: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** GST's two digits of the buyer's State, confirmed by the buyer. */
  buyerState: z.string().nullable(),
  /** ISO 3166 code of a buyer abroad; null in India. */
  buyerCountry: z.string().nullable(),
  /** What was charged when it was not rupees; `rate` is rupees for one unit. */
  charged: z.object({ currency: z.string(), amount: z.string(), rate: z.number() }).nullable(),
  invoiceNo: z.string().nullable(),
  /** Of a PAID ticket that was not yet played. */
  mayReschedule: z.boolean(),
  /** PAID later than the slot that was chosen: the viewer is offered another hour or the money back. */
  slotPassed: z.boolean(),
  /** How the money's way back stands: asked, pending, done or failed; null when none was asked for. */
  refund: z.string().nullable(),
  orderSource: z.string(),
  /** IANA name of the zone that the slot was chosen in. */
  timezone: z.string(),
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

const money = z.number().nonnegative().optional();
/** The figures a client shows; the server compares them and never stores them. A difference is 409 `price_changed`. */
const SeenPrice = z.object({
  totalRoundedValue: money,
  totalTaxValue: money,
  discountValue: money,
  totalOrderValue: money,
  unitPrice: money,
});

export const OrderPost = SeenPrice.extend({
  bookingStartTime: Slot,
  /** Chosen: the zone travels with the slot, since "on the hour" (api.md) can only be judged in it. */
  timezone: z.string().max(60).optional(),
  couponCode: z.string().trim().max(40).optional(),
  /** Hints: the server fills country and position itself. */
  orderCountry: z.string().trim().max(60).nullish(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  orderRemarks: z.string().max(500).nullish(),
  /** GST needs the buyer's State (two digits), or the country of a buyer abroad; asked for before paying. */
  buyerState: z
    .string()
    .regex(/^\d{2}$/, text.stateUnknown)
    .nullish(),
  buyerCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, text.countryUnknown)
    .nullish(),
});
export type OrderPost = z.infer<typeof OrderPost>;
export const OrderPut = OrderPost.partial();
export type OrderPut = z.infer<typeof OrderPut>;

const OrderId = z.object({ orderId: Id });
const MovieId = z.object({ movieId: Id });

export const createOrder = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/movies/:movieId/orders',
  summary: 'Book a film; posting again updates the open order',
  params: MovieId,
  body: OrderPost,
  status: 201,
  also: [200],
  reply: Order,
  idempotent: true,
});
export const createOrderFlat = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/orders',
  summary: 'Book a film, its id in the body',
  body: OrderPost.extend({ movieId: Id }),
  status: 201,
  also: [200],
  reply: Order,
  idempotent: true,
});
export const updateOrder = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'PUT',
  path: '/orders/:orderId',
  summary: 'New slot, coupon set or removed; priced anew',
  params: OrderId,
  body: OrderPut,
  status: 200,
  reply: Order,
});
export const listOrders = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/orders',
  summary: "The viewer's own orders",
  query: pageQuery({ base: 0, size: PAGE_SIZES.orders, sortable: ['orderDate', 'bookingStartTime'] }),
  status: 200,
  reply: pageOf(Order),
});
export const getOrder = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/orders/:orderId',
  summary: 'One own order',
  params: OrderId,
  status: 200,
  reply: Order,
});
export const myMovieOrders = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/mymovieorders/:movieId',
  summary: 'Own orders for a film',
  params: MovieId,
  status: 200,
  reply: z.object({ content: z.array(Order) }),
});

export const rescheduleOrder = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/orders/:orderId/reschedule',
  summary: 'Another hour for a paid ticket that was not yet played',
  params: OrderId,
  body: z.object({ bookingStartTime: Slot, timezone: z.string().max(60).optional() }),
  status: 200,
  reply: Order,
  idempotent: true,
});
/** Chosen: who paid for an hour that passed while the bank was thinking may have the money back without asking anybody. */
export const returnTicket = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/orders/:orderId/refund',
  summary: 'The money back for a ticket whose hour had passed when it was paid, while it was not played',
  params: OrderId,
  status: 200,
  reply: Order,
  idempotent: true,
});
export const ticketCalendarFile = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/orders/:orderId/ticket.ics',
  summary: 'A paid ticket as a calendar entry (text/calendar)',
  params: OrderId,
  status: 200,
  reply: z.unknown(),
});

/** Public, so that a visitor has it too; 404 for a film without a streaming date. */
export const bookingCalendarFile = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/movies/:id/booking.ics',
  summary: 'The day when the booking of a film opens, as a calendar entry (text/calendar)',
  params: z.object({ id: Id }),
  status: 200,
  reply: z.unknown(),
});
export const askBookingReminder = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'PUT',
  path: '/movies/:id/reminder',
  summary: 'One mail on the day when the booking of a film opens',
  params: z.object({ id: Id }),
  body: z.object({ timezone: z.string().max(60).optional() }),
  status: 200,
  reply: z.object({ hasReminder: z.boolean() }),
});
export const dropBookingReminder = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'DELETE',
  path: '/movies/:id/reminder',
  summary: 'No mail about the booking of a film',
  params: z.object({ id: Id }),
  status: 204,
});

export const Coupon = z.object({
  couponCode: z.string(),
  couponType: z.enum(['PERCENTAGE', 'FIXED']),
  couponValue: z.number(),
});
export type Coupon = z.infer<typeof Coupon>;
export const validateCoupon = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/coupons/validate',
  summary: 'Whether a coupon holds for a film; 422 tells why not',
  body: z.object({
    movieId: Id,
    couponCode: z.string(text.couponEmpty).trim().min(1, text.couponEmpty).max(40, text.couponUnknown),
  }),
  status: 200,
  reply: Coupon,
});

/** A film for this viewer (api.md, "signed in"). */
export const MemberMovie = Movie.extend({
  /** PAID while a ticket's window holds. */
  playStatus: z.string().nullable(),
  /** How many PAID tickets of the viewer have a window that has not ended. */
  paymentStatus: z.number(),
  /** The ticket that counts now. */
  order: Order.nullable(),
  /** Where the buyer lives, as far as the house knows, for the buyer to confirm. */
  buyerPlace: z.object({ buyerState: z.string().nullable(), buyerCountry: z.string().nullable() }).nullable(),
  myReview: OwnReview.nullable(),
  /** Whether the viewer is to be written to when the booking opens. */
  hasReminder: z.boolean(),
  /** Seconds into the film. */
  resumeAt: z.number(),
});
export type MemberMovie = z.infer<typeof MemberMovie>;

export const memberMovie = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/movies/:id',
  summary: 'A film, and what this viewer holds of it',
  params: z.object({ id: Id }),
  status: 200,
  reply: MemberMovie,
});
