import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR } from '#domain/limits.ts';
import { bookingMessages as booking } from '#messages/booking.ts';
import { detailMessages as details } from '#messages/details.ts';
import { paymentMessages as payment } from '#messages/payments.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { AppError } from '#server/errors.ts';
import { startPayment } from '#server/streaming/payments/checkout.ts';
import { refund } from '#server/streaming/payments/refunds/refunds.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';
import { sourceFiles } from '../support/source.ts';

// What the till refuses, each with its status, its code and the very sentence that a person reads.
let house: TestHouse;
let shop: ReturnType<typeof purchases>;
beforeAll(async () => {
  // A seller of its own: buyers must say where they live.
  const seller = { SUPPLIER_GSTIN: '33AABCU9603R1ZX', SUPPLIER_NAME: 'A', SUPPLIER_ADDRESS: 'B' };
  house = await aHouse({ settings: seller });
  shop = purchases(house);
  await house.script({ provider: 'razorpay', webhook: 'drop', times: 1000 });
});

const home = { buyerState: '33' };
const abroad = { buyerCountry: 'US' };
type Bought = Awaited<ReturnType<ReturnType<typeof purchases>['anOpenOrder']>>;
type Answer = Promise<{ status: number; json: any }>;

const anOrder = (body: object = home) => shop.anOpenOrder(body);
const aTicket = async (): Promise<Bought> => {
  const bought = await anOrder();
  return { ...bought, order: await shop.pay(bought.viewer, bought.order) };
};
const change = ({ viewer, order }: Bought, body: object) =>
  house.put(`/api/ott/orders/${order.movieOrderId}`, { as: viewer, body });
const post = ({ viewer, order }: Bought, on: string, body: object = {}) =>
  house.post(`/api/ott/orders/${order.movieOrderId}/${on}`, { as: viewer, body });
const update = (set: string, { order }: Bought) =>
  house.database.query(`update orders set ${set} where movie_order_id = ${order.movieOrderId}`);
const withCoupon = async (terms: object) => {
  const { couponCode } = await house.aCoupon(terms);
  return change(await anOrder(), { couponCode });
};
const inDays = (days: number) => new Date(house.clock.now().getTime() + days * DAY);
const hour = () => ({
  bookingStartTime: toWire(new Date(house.clock.now().getTime() + HOUR)),
  timezone: 'Asia/Kolkata',
});
const play = ({ viewer, film, order }: Bought) =>
  house.database.query(`insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time)
    values (${film.movieId}, ${viewer.userId}, ${order.movieOrderId}, now())`);

const askReminder = async (as: { userId: number }, streamingStartDate: Date) => {
  const { movieId } = await house.aFilm({ streamingStartDate });
  return house.put(`/api/ott/movies/${movieId}/reminder`, { as, body: {} });
};

/** What an action throws, as its call would answer it. */
const thrown = (work: Promise<unknown>): Answer =>
  work.then(
    () => ({ status: 200, json: {} }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { status: error.status, json: { code: error.code, message: error.message } };
    },
  );

async function atPaypal(issue: string) {
  const bought = await anOrder(abroad);
  const { json } = await post(bought, 'checkout', { provider: 'paypal' });
  await house.post('/sandbox/paypal/approve', { body: { order_id: json.order_id } });
  await house.sandbox.idle();
  return { ...bought, paypal_order_id: json.order_id as string, issue };
}
async function declined(issue: string): Answer {
  await house.script({ provider: 'paypal', webhook: 'drop', times: 1 });
  const { viewer, order, paypal_order_id } = await atPaypal(issue);
  await house.script({ provider: 'paypal', pay: 'issue', issue });
  return shop.report(viewer, order, { paymentStatus: 'PAID', paypal_order_id });
}

const secret = SANDBOX_CREDENTIALS.razorpay.webhookSecret;
const webhook = (body: string, signature = createHmac('sha256', secret).update(body).digest('hex')) =>
  house.post('/api/ott/payments/webhooks/razorpay', { body, headers: { 'x-razorpay-signature': signature } });

const REFUSALS: [what: string, status: number, code: string, message: string, ask: () => Answer][] = [
  ['a film that is none', 404, 'movie_not_found', details.notFound, async () => shop.book(await house.aViewer(), 9999)],
  [
    'a zone that is none',
    422,
    'zone_unknown',
    booking.zoneUnknown,
    async () => shop.book(await house.aViewer(), (await house.aFilm()).movieId, { timezone: 'Mars/Olympus' }),
  ],
  [
    'a film that has nothing to play',
    409,
    'film_not_ready',
    booking.filmNotReady,
    async () => shop.book(await house.aViewer(), (await house.aFilm({ packageId: null })).movieId),
  ],
  [
    'a State that is none',
    422,
    'place_unknown',
    booking.stateUnknown,
    async () => change(await anOrder(), { buyerState: '99' }),
  ],
  [
    'a country that is none',
    422,
    'place_unknown',
    booking.countryUnknown,
    async () => change(await anOrder(), { buyerCountry: 'ZZ' }),
  ],
  [
    'figures of yesterday',
    409,
    'price_changed',
    booking.priceChanged,
    async () => change(await anOrder(), { totalRoundedValue: 1 }),
  ],
  [
    'a code that is none',
    422,
    'coupon_unknown',
    booking.couponUnknown,
    async () => change(await anOrder(), { couponCode: 'NOSUCH' }),
  ],
  [
    'a code of tomorrow',
    422,
    'coupon_not_yet',
    booking.couponNotYet('22 NOV 2026'),
    () => withCoupon({ validFrom: inDays(1) }),
  ],
  ['a code of yesterday', 422, 'coupon_over', booking.couponOver, () => withCoupon({ validUntil: inDays(-1) })],
  [
    'a code for another film',
    422,
    'coupon_other_film',
    booking.couponOtherFilm,
    () => withCoupon({ movieIds: [9999] }),
  ],
  ['a code that is used up', 422, 'coupon_used_up', booking.couponUsedUp, () => withCoupon({ totalLimit: 0 })],
  [
    'another person’s order',
    404,
    'order_not_found',
    booking.orderNotFound,
    async () => change({ ...(await anOrder()), viewer: await house.aViewer() }, {}),
  ],
  [
    'an order that is paid, changed',
    409,
    'order_closed',
    booking.orderClosed,
    async () => change(await aTicket(), hour()),
  ],
  [
    'a second ticket',
    409,
    'already_booked',
    booking.alreadyBooked,
    async () => aTicket().then(({ viewer, film }) => shop.book(viewer, film.movieId)),
  ],
  [
    'a booking while the bank is thinking',
    409,
    'payment_pending',
    booking.paymentPending,
    async () => {
      const bought = await anOrder();
      await update(`payment_status = 'PROCESSING'`, bought);
      return shop.book(bought.viewer, bought.film.movieId);
    },
  ],
  [
    'a payment without a State',
    422,
    'state_required',
    booking.stateRequired,
    async () => post(await anOrder({}), 'checkout'),
  ],
  [
    'PayPal at home',
    422,
    'paypal_abroad_only',
    payment.paypalAbroadOnly,
    async () => post(await anOrder(), 'checkout', { provider: 'paypal' }),
  ],
  [
    'a payment of nothing',
    422,
    'nothing_to_pay',
    payment.nothingToPay,
    async () => {
      const { couponCode } = await house.aCoupon({ couponValue: 100 });
      return post(await anOrder({ ...home, couponCode }), 'checkout');
    },
  ],
  ['a second payment', 409, 'order_paid', payment.orderPaid, async () => post(await aTicket(), 'checkout')],
  [
    'an hour that is over',
    422,
    'slot_past',
    booking.slotPast,
    async () => {
      const bought = await anOrder();
      await update(`booking_end_time = '${inDays(-1).toISOString()}'`, bought);
      return post(bought, 'checkout');
    },
  ],
  [
    'a provider that does not answer',
    502,
    'provider_away',
    payment.providerAway,
    async () => {
      const bought = await anOrder();
      house.network.isUp = false;
      return post(bought, 'checkout').finally(() => (house.network.isUp = true));
    },
  ],
  [
    'a provider that has no keys',
    503,
    'payments_not_set_up',
    payment.notSetUp,
    async () => {
      const { viewer, order } = await anOrder();
      const deps = { ...house.deps, payments: { razorpay: null, paypal: null } };
      return thrown(startPayment(deps, viewer as never, order.movieOrderId, 'razorpay'));
    },
  ],
  [
    'a payment that nobody proves',
    422,
    'payment_not_proven',
    payment.proofMissing,
    async () => {
      const { viewer, order } = await anOrder();
      return shop.report(viewer, order, { paymentStatus: 'PAID' });
    },
  ],
  [
    'a card that PayPal cannot charge',
    422,
    'instrument_declined',
    payment.declined,
    () => declined('INSTRUMENT_DECLINED'),
  ],
  ['a payment that PayPal refuses', 422, 'payment_refused', payment.failed, () => declined('TRANSACTION_REFUSED')],
  [
    'another hour for what is not paid',
    409,
    'ticket_not_paid',
    booking.ticketNotPaid,
    async () => post(await anOrder(), 'reschedule', hour()),
  ],
  [
    'another hour for what was played',
    409,
    'ticket_played',
    booking.ticketPlayed,
    async () => {
      const bought = await aTicket();
      await play(bought);
      return post(bought, 'reschedule', hour());
    },
  ],
  [
    'another hour for what is over',
    409,
    'ticket_over',
    booking.ticketOver,
    async () => {
      const bought = await aTicket();
      await update(`booking_end_time = '${inDays(-1).toISOString()}'`, bought);
      return post(bought, 'reschedule', hour());
    },
  ],
  [
    'the return of what was paid in time',
    409,
    'not_returnable',
    payment.notReturnable,
    async () => post(await aTicket(), 'refund'),
  ],
  [
    'the return of what was played',
    409,
    'ticket_played',
    payment.playedNotReturned,
    async () => {
      const bought = await aTicket();
      await update(`chosen_start_time = '${inDays(-1).toISOString()}'`, bought);
      await play(bought);
      return post(bought, 'refund');
    },
  ],
  [
    'a reminder of what can be booked',
    409,
    'booking_open',
    booking.bookingIsOpen,
    async () => askReminder(await house.aViewer(), new Date()),
  ],
  [
    'a reminder for somebody without an address',
    422,
    'address_missing',
    booking.reminderNeedsAddress,
    async () => askReminder(await house.aViewer({ emailId: null }), inDays(20)),
  ],
  [
    'the operator’s refund of what nobody paid',
    409,
    'not_refundable',
    payment.notRefundable,
    async () => thrown(refund(house.deps, (await anOrder()).order, 'why')),
  ],
  [
    'the paper of what nobody paid',
    404,
    'invoice_not_found',
    booking.invoiceNotFound,
    async () => {
      const { viewer, order } = await anOrder();
      return house.get(`/api/ott/orders/${order.movieOrderId}/invoice`, { as: viewer });
    },
  ],
  [
    'the paper of what was sold elsewhere',
    404,
    'invoice_not_found',
    booking.invoiceElsewhere,
    async () => {
      const viewer = await house.aViewer();
      const order = await house.anOrder(viewer, await house.aFilm(), { importRef: 'order-1' });
      return house.get(`/api/ott/orders/${order.movieOrderId}/invoice`, { as: viewer });
    },
  ],
  ['a webhook that is not signed', 401, 'signature_invalid', 'The signature does not fit', () => webhook('{}', 'x')],
  ['a webhook that is none', 400, 'malformed_event', 'This is no event that we know', () => webhook('{}')],
  ['a webhook without end', 413, 'body_too_large', 'Too large', () => webhook('x'.repeat(300_000))],
];

describe('the till refuses in a sentence', () => {
  test.each(REFUSALS)('%s: %i %s', async (_, status, code, message, ask) => {
    const { status: answered, json } = await ask();
    expect({ status: answered, code: json.code, message: json.message }).toEqual({ status, code, message });
  });

  test('and in no other way: every code of its actions stands in this table', () => {
    const known = new Set(REFUSALS.map(([, , code]) => code));
    // What only an operator asks for is refused at the terminal (cinema-changes.test.ts).
    const atTheTill = sourceFiles('src/server/streaming/{booking,payments,invoices}/**/*.ts').filter(
      ({ path }) => !/\/booking\/(desk\/|coupons\/manage)|\/refunds\/(refuse-second-refund|returns)\.ts/.test(path),
    );
    const thrownCodes = atTheTill.flatMap(({ text }) =>
      [...text.matchAll(/(?:new AppError\('\w+'|\brefuse\(|unknownPlace\()[\s,]*'([a-z]+_[a-z_]+)'/g)].map(
        ([, code]) => code!,
      ),
    );
    expect(thrownCodes.length).toBeGreaterThan(20);
    expect([...new Set(thrownCodes)].filter((code) => !known.has(code))).toEqual([]);
  });
});
