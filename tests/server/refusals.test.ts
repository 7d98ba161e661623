import { paymentsSentences } from '#messages/refusals/payments.ts';
import { bookingSentences } from '#messages/refusals/booking.ts';
/** @module-tag dates */
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { CINEMA_ZONE, toWire } from '#domain/dates.ts';
import { displayDate } from '#domain/format/dates.ts';
import { DAY } from '#domain/limits/durations.ts';
import { bookingMessages as booking } from '#messages/booking.ts';
import { bookingRefusals } from '#messages/booking-refusals.ts';
import { detailMessages as details } from '#messages/details.ts';
import { operatorMessages } from '#messages/operator.ts';
import { paymentMessages as payment } from '#messages/payments.ts';
import { paymentRefusals } from '#messages/payment-refusals.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { AppError } from '#server/errors.ts';
import { codeAndKindOf, type RefusalName } from '#server/refusals.ts';
import { startTicketPayment } from '#server/streaming/booking/checkout.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { sourceFiles } from '../support/source.ts';
import { fullHourAfter } from '../support/full-hour.ts';

const clock = aClock();
let server: TestServer;
let purchase: ReturnType<typeof purchaseSteps>;
beforeAll(async () => {
  // With a real seller, buyers must give their State.
  const seller = { SUPPLIER_GSTIN: '33AABCU9603R1ZX', SUPPLIER_NAME: 'A', SUPPLIER_ADDRESS: 'B' };
  server = await aServer({ clock, settings: seller });
  purchase = purchaseSteps(server);
  await server.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 1000 });
});

const inIndia = { buyerState: '33' };
const abroad = { buyerCountry: 'US' };
type Purchase = Awaited<ReturnType<ReturnType<typeof purchaseSteps>['anUnpaidOrder']>>;
type Answer = Promise<{ status: number; json: any }>;

const anOrder = (body: object = inIndia) => purchase.anUnpaidOrder(body);
const aTicket = async (): Promise<Purchase> => {
  const bought = await anOrder();
  return { ...bought, order: await purchase.pay(bought.viewer, bought.order) };
};
const change = ({ viewer, order }: Purchase, body: object) =>
  server.put(`/api/ott/orders/${order.movieOrderId}`, { as: viewer, body });
const post = ({ viewer, order }: Purchase, action: string, body: object = {}) =>
  server.post(`/api/ott/orders/${order.movieOrderId}/${action}`, { as: viewer, body });
const update = (set: string, { order }: Purchase) =>
  server.database.query(`update orders set ${set} where movie_order_id = ${order.movieOrderId}`);
const withCoupon = async (terms: object) => {
  const { couponCode } = await server.aCoupon(terms);
  return change(await anOrder(), { couponCode });
};
const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY);
const nextSlot = () => ({
  bookingStartTime: toWire(fullHourAfter(clock.now())),
  timezone: 'Asia/Kolkata',
});
const play = ({ viewer, film, order }: Purchase) =>
  server.database
    .query(`insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time)
    values (${film.movieId}, ${viewer.userId}, ${order.movieOrderId}, now())`);

const askReminder = async (as: { userId: number }, streamingStartDate: Date) => {
  const { movieId } = await server.aFilm({ streamingStartDate });
  return server.put(`/api/ott/movies/${movieId}/reminder`, { as, body: {} });
};

/** Returns the response that the call of an action would give. */
const toReply = (work: Promise<unknown>): Answer =>
  work.then(
    () => ({ status: 200, json: {} }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { status: error.status, json: { code: error.code, message: error.message } };
    },
  );

async function anApprovedPaypalOrder() {
  const bought = await anOrder(abroad);
  const { json } = await post(bought, 'checkout', { provider: 'paypal' });
  await server.post('/sandbox/paypal/approve', { body: { order_id: json.order_id } });
  await server.sandbox.waitUntilIdle();
  return { ...bought, paypal_order_id: json.order_id as string };
}
async function declined(issue: string): Answer {
  await server.scriptSandbox({ provider: 'paypal', webhook: 'drop', times: 1 });
  const { viewer, order, paypal_order_id } = await anApprovedPaypalOrder();
  await server.scriptSandbox({ provider: 'paypal', pay: 'issue', issue });
  return purchase.reportPayment(viewer, order, { paymentStatus: 'PAID', paypal_order_id });
}

/** An order for which a payment of another sum is held. */
async function anOrderWithHeldMoney(): Promise<Purchase> {
  const bought = await anOrder();
  const { json } = await post(bought, 'checkout', { provider: 'razorpay' });
  await server.scriptSandbox({ provider: 'razorpay', pay: 'tamper_amount', amountInPaise: 700 });
  const proof = await purchase.payAtProvider(json.order_id);
  await purchase.reportPayment(bought.viewer, bought.order, { paymentStatus: 'PAID', ...proof });
  return bought;
}

async function aDisputedTicket(): Promise<Purchase> {
  const bought = await aTicket();
  const { movieOrderId } = bought.order;
  await server.database.query(
    `insert into disputes (dispute_id, provider, provider_payment_id, movie_order_id, amount, currency, state, opened_at, changed_at)
     select 'disp_' || movie_order_id, 'razorpay', payment_transaction_no, movie_order_id, 100, 'INR', 'open', $1, $1
     from orders where movie_order_id = $2`,
    [clock.now(), movieOrderId],
  );
  return bought;
}

const secret = SANDBOX_CREDENTIALS.razorpay.webhookSecret;
const webhook = (
  body: string,
  signature = createHmac('sha256', secret).update(body).digest('hex'),
) =>
  server.post('/api/ott/payments/webhooks/razorpay', {
    body,
    headers: { 'x-razorpay-signature': signature },
  });

// Refusals of booking and payment, each with its status, its code and the message for the viewer.
const REFUSALS: [what: string, status: number, code: string, message: string, ask: () => Answer][] =
  [
    [
      'an unknown film',
      404,
      'movie_not_found',
      details.notFound,
      async () => purchase.book(await server.aViewer(), 9999),
    ],
    [
      'an unknown time zone',
      422,
      'zone_unknown',
      bookingRefusals.zoneUnknown,
      async () =>
        purchase.book(await server.aViewer(), (await server.aFilm()).movieId, {
          timezone: 'Mars/Olympus',
        }),
    ],
    [
      'a gift of a film whose booking is not open',
      409,
      'booking_not_open',
      bookingSentences.booking_not_open,
      async () => {
        const { movieId } = await server.aFilm({ streamingStartDate: inDays(10) });
        return server.post(`/api/ott/movies/${movieId}/orders`, {
          as: await server.aViewer(),
          body: { gift: {}, timezone: 'Asia/Kolkata' },
        });
      },
    ],
    [
      'a film without a package',
      409,
      'film_not_ready',
      bookingSentences.film_not_ready,
      async () =>
        purchase.book(await server.aViewer(), (await server.aFilm({ packageId: null })).movieId),
    ],
    [
      'an unknown State',
      422,
      'place_unknown',
      booking.stateUnknown,
      async () => change(await anOrder(), { buyerState: '99' }),
    ],
    [
      'an unknown country',
      422,
      'place_unknown',
      booking.countryUnknown,
      async () => change(await anOrder(), { buyerCountry: 'ZZ' }),
    ],
    [
      'an outdated price',
      409,
      'price_changed',
      booking.priceChanged,
      async () => change(await anOrder(), { totalRoundedValue: 1 }),
    ],
    [
      'an unknown coupon',
      422,
      'coupon_unknown',
      booking.couponUnknown,
      async () => change(await anOrder(), { couponCode: 'NOSUCH' }),
    ],
    [
      'a coupon that is not valid yet',
      422,
      'coupon_not_yet',
      bookingSentences.coupon_not_yet(displayDate(inDays(1), CINEMA_ZONE)),
      () => withCoupon({ validFrom: inDays(1) }),
    ],
    [
      'an expired coupon',
      422,
      'coupon_over',
      bookingSentences.coupon_over,
      () => withCoupon({ validUntil: inDays(-1) }),
    ],
    [
      'a coupon for another film',
      422,
      'coupon_other_film',
      bookingSentences.coupon_other_film,
      () => withCoupon({ movieIds: [9999] }),
    ],
    [
      'a used-up coupon',
      422,
      'coupon_used_up',
      bookingSentences.coupon_used_up,
      () => withCoupon({ totalLimit: 0 }),
    ],
    [
      'another person’s order',
      404,
      'order_not_found',
      booking.orderNotFound,
      async () => change({ ...(await anOrder()), viewer: await server.aViewer() }, {}),
    ],
    [
      'a change of a paid order',
      409,
      'order_closed',
      bookingSentences.order_closed,
      async () => change(await aTicket(), nextSlot()),
    ],
    [
      'a second ticket',
      409,
      'already_booked',
      booking.alreadyBooked,
      async () => aTicket().then(({ viewer, film }) => purchase.book(viewer, film.movieId)),
    ],
    [
      'a booking while the bank processes a payment',
      409,
      'payment_pending',
      bookingSentences.payment_pending,
      async () => {
        const bought = await anOrder();
        await update(`payment_status = 'PROCESSING'`, bought);
        return purchase.book(bought.viewer, bought.film.movieId);
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
      'PayPal for a buyer in India',
      422,
      'paypal_abroad_only',
      paymentsSentences.paypal_abroad_only,
      async () => post(await anOrder(), 'checkout', { provider: 'paypal' }),
    ],
    [
      'a payment of 0',
      422,
      'nothing_to_pay',
      payment.nothingToPay,
      async () => {
        const { couponCode } = await server.aCoupon({ couponValue: 100 });
        return post(await anOrder({ ...inIndia, couponCode }), 'checkout');
      },
    ],
    [
      'a second payment',
      409,
      'order_paid',
      bookingSentences.order_paid,
      async () => post(await aTicket(), 'checkout'),
    ],
    [
      'a past slot',
      422,
      'slot_past',
      bookingSentences.slot_past,
      async () => {
        const bought = await anOrder();
        await update(`booking_end_time = '${inDays(-1).toISOString()}'`, bought);
        return post(bought, 'checkout');
      },
    ],
    [
      'an unreachable provider',
      502,
      'provider_away',
      paymentsSentences.provider_away,
      async () => {
        const bought = await anOrder();
        server.network.isUp = false;
        return post(bought, 'checkout').finally(() => (server.network.isUp = true));
      },
    ],
    [
      'a provider without keys',
      503,
      'payments_not_set_up',
      payment.notSetUp,
      async () => {
        const { viewer, order } = await anOrder();
        const deps = { ...server.deps, payments: { razorpay: null, paypal: null } };
        return toReply(
          startTicketPayment({
            deps,
            viewer: viewer as never,
            orderId: order.movieOrderId,
            provider: 'razorpay',
          }),
        );
      },
    ],
    [
      'a payment without proof',
      422,
      'payment_not_proven',
      paymentRefusals.proofMissing,
      async () => {
        const { viewer, order } = await anOrder();
        return purchase.reportPayment(viewer, order, { paymentStatus: 'PAID' });
      },
    ],
    [
      'a card that PayPal cannot charge',
      422,
      'instrument_declined',
      paymentRefusals.declined,
      () => declined('INSTRUMENT_DECLINED'),
    ],
    [
      'a payment that PayPal refuses',
      422,
      'payment_refused',
      payment.failed,
      () => declined('TRANSACTION_REFUSED'),
    ],
    [
      'a reschedule of an unpaid ticket',
      409,
      'ticket_not_paid',
      booking.ticketNotPaid,
      async () => post(await anOrder(), 'reschedule', nextSlot()),
    ],
    [
      'a reschedule of a played ticket',
      409,
      'ticket_played',
      booking.ticketPlayed,
      async () => {
        const bought = await aTicket();
        await play(bought);
        return post(bought, 'reschedule', nextSlot());
      },
    ],
    [
      'a reschedule of an ended ticket',
      409,
      'ticket_over',
      booking.ticketOver,
      async () => {
        const bought = await aTicket();
        await update(`booking_end_time = '${inDays(-1).toISOString()}'`, bought);
        return post(bought, 'reschedule', nextSlot());
      },
    ],
    [
      'a refund of a ticket that was paid in time',
      409,
      'not_returnable',
      bookingSentences.not_returnable,
      async () => post(await aTicket(), 'refund'),
    ],
    [
      'a refund of a played ticket',
      409,
      'ticket_played',
      bookingSentences.played_not_returned,
      async () => {
        const bought = await aTicket();
        await update(`chosen_start_time = '${inDays(-1).toISOString()}'`, bought);
        await play(bought);
        return post(bought, 'refund');
      },
    ],
    [
      'a reminder for a film that can be booked',
      409,
      'booking_open',
      bookingSentences.booking_open,
      async () => askReminder(await server.aViewer(), clock.now()),
    ],
    [
      'a reminder for a person without an address',
      422,
      'address_missing',
      bookingSentences.address_missing,
      async () => askReminder(await server.aViewer({ emailId: null }), inDays(20)),
    ],
    [
      'the operator’s refund of an unpaid order',
      409,
      'not_refundable',
      paymentRefusals.notRefundable,
      async () => toReply(requestRefund(server.deps, (await anOrder()).order, 'why')),
    ],
    [
      'a second payment while a payment of another sum is checked',
      409,
      'payment_held',
      bookingSentences.payment_held,
      async () => post(await anOrderWithHeldMoney(), 'checkout', { provider: 'razorpay' }),
    ],
    [
      'the operator’s refund of a disputed ticket',
      409,
      'dispute_open',
      operatorMessages.disputeOpen,
      async () => toReply(requestRefund(server.deps, (await aDisputedTicket()).order, 'why')),
    ],
    [
      'the invoice of an unpaid order',
      404,
      'invoice_not_found',
      bookingSentences.invoice_not_found,
      async () => {
        const { viewer, order } = await anOrder();
        return server.get(`/api/ott/orders/${order.movieOrderId}/invoice`, { as: viewer });
      },
    ],
    [
      'the invoice of an order from another seller',
      404,
      'invoice_not_found',
      bookingSentences.invoice_of_other_seller,
      async () => {
        const viewer = await server.aViewer();
        const order = await server.anOrder(viewer, await server.aFilm(), { importRef: 'order-1' });
        return server.get(`/api/ott/orders/${order.movieOrderId}/invoice`, { as: viewer });
      },
    ],
    [
      'an unsigned webhook',
      401,
      'signature_invalid',
      'The signature does not match',
      () => webhook('{}', 'x'),
    ],
    [
      'an unreadable webhook',
      400,
      'malformed_event',
      'The body is not a valid event',
      () => webhook('{'),
    ],
    [
      'a webhook that is too large',
      413,
      'body_too_large',
      'Too large',
      () => webhook('x'.repeat(300_000)),
    ],
  ];

describe('booking and payment refuse with a message', () => {
  test.each(REFUSALS)('%s: %i %s', async (_, status, code, message, ask) => {
    const { status: answered, json } = await ask();
    expect({ status: answered, code: json.code, message: json.message }).toEqual({
      status,
      code,
      message,
    });
  });

  test('every error code of booking, payments and invoices is in this table', () => {
    const known = new Set(REFUSALS.map(([, , code]) => code));
    // Refusals to the operator are tested in command-changes.test.ts, operator-commands.test.ts and disputes.test.ts, those of gifts
    // in gifts.test.ts.
    const userFacingFiles = sourceFiles(
      'src/server/streaming/{booking,payments,invoices}/**/*.ts',
    ).filter(
      ({ path }) =>
        !/\/booking\/(support\/|gifts\/|withdrawals\/|coupons\/manage)|\/disputes\/list-disputes\.ts|\/refunds\/refuse-second-refund\.ts|\/held\/settle-held-payment\.ts/.test(
          path,
        ),
    );
    const thrownCodes = userFacingFiles.flatMap(({ text }) =>
      [...text.matchAll(/new AppError\(\s*'(\w+)'/g)].map(
        ([, name]) => codeAndKindOf(name as RefusalName).code,
      ),
    );
    expect(thrownCodes.length).toBeGreaterThan(20);
    expect([...new Set(thrownCodes)].filter((code) => !known.has(code))).toEqual([]);
  });
});
