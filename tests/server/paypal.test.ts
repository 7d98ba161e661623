import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { convertToCents } from '#domain/pricing.ts';
import { reconcile } from '#server/jobs/reconcile.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const clock = aClock();
let server: TestServer;
beforeAll(async () => {
  server = await aServer({ clock });
});
beforeEach(async () => {
  await server.scriptSandbox({ provider: 'paypal', action: 'clear_scripts' });
  await server.scriptSandbox({ provider: 'razorpay', action: 'clear_scripts' });
});

type Person = { userId: number };
type OrderRef = { movieOrderId: number };

async function anOrder({ buyerCountry = 'US' as string | null, ticketRate = 149 } = {}) {
  const viewer = await server.aViewer();
  const film = await server.aFilm({ ticketRate });
  const { json: order } = await server.post(`/api/ott/movies/${film.movieId}/orders`, {
    as: viewer,
    body: { bookingStartTime: toWire(clock.now()), buyerCountry },
  });
  return { viewer, film, order };
}
const checkout = (as: Person, order: OrderRef, provider = 'paypal') =>
  server.post(`/api/ott/orders/${order.movieOrderId}/checkout`, { as, body: { provider } });
async function anOpenPayment(options = {}) {
  const booked = await anOrder(options);
  const { json } = await checkout(booked.viewer, booked.order);
  return { ...booked, checkout: json };
}
const approve = (order_id: string) =>
  server.post('/sandbox/paypal/approve', { body: { order_id } });
const report = (as: Person, order: OrderRef, body: object) =>
  server.put(`/api/ott/orders/${order.movieOrderId}/payment`, { as, body });
const reportPaid = (as: Person, order: OrderRef, paypal_order_id: string) =>
  report(as, order, { paymentStatus: 'PAID', paypal_order_id });
const readOrder = async (as: Person, order: OrderRef) =>
  (await server.get(`/api/ott/orders/${order.movieOrderId}`, { as })).json;
const statusOf = async (as: Person, order: OrderRef) => (await readOrder(as, order)).paymentStatus;
const dropWebhooks = () => server.scriptSandbox({ provider: 'paypal', webhook: 'drop', times: 20 });
const waitForWebhooks = () => server.sandbox.waitUntilIdle();
const paypal = async (command: object) =>
  (await server.scriptSandbox({ provider: 'paypal', ...command })).json() as Promise<any>;
const lastCapture = async () => (await paypal({ action: 'list' })).captures[0];
const rows = async (sql: string) =>
  (await server.database.query(sql)).rows as Record<string, unknown>[];
const refundsOf = ({ movieOrderId }: OrderRef) =>
  rows(
    `select state, ends_ticket as refunds_bill, reason, currency, amount from refunds where movie_order_id = ${movieOrderId}`,
  );
const heldCountOf = async ({ movieOrderId }: OrderRef) =>
  (
    await rows(
      `select from held_payments where movie_order_id = ${movieOrderId} and decided_at is null`,
    )
  ).length;

describe('a payment by PayPal', () => {
  test('starts in dollars at the configured rate, with PayPal’s script', async () => {
    const { viewer, order, checkout: opened } = await anOpenPayment();
    expect(opened).toMatchObject({ provider: 'paypal', currency: 'USD', amount: '2.00', rate: 88 });
    expect(new URL(opened.script).pathname).toBe('/sandbox/paypal/web-sdk/v6/core');
    expect((await checkout(viewer, order)).json.order_id).toBe(opened.order_id);
    clock.advance(3 * HOUR);
    expect((await checkout(viewer, order)).json.order_id).not.toBe(opened.order_id);
  });

  test.each([[null], ['IN']])('is not for buyers in India (%s)', async (buyerCountry) => {
    const { viewer, order } = await anOrder({ buyerCountry });
    expect(await checkout(viewer, order)).toMatchObject({
      status: 422,
      json: { code: 'paypal_abroad_only' },
    });
  });

  test.each([
    [17600, 88, 200],
    [17600, 83.5, 211],
    [100, 88, 1],
    [100, 1000, 1],
    [10000, 80, 125],
    [100, 8, 13],
    [200, 16, 13],
  ])('rounds %i paise at %f to %i cents, half a cent up', (paise, rate, cents) => {
    expect(convertToCents(paise, rate)).toBe(cents);
  });

  test('is captured by the server when the browser reports the approval', async () => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    expect((await reportPaid(viewer, order, opened.order_id)).json.code).toBe('payment_not_proven');
    await approve(opened.order_id);
    const { status, json } = await reportPaid(viewer, order, opened.order_id);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      paymentStatus: 'PAID',
      paymentMode: 'PAYPAL',
      paymentTransactionNo: (await lastCapture()).id,
      charged: { currency: 'USD', amount: '2.00', rate: 88 },
    });
  });

  test('is captured by the server when the browser closes after the approval', async () => {
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await waitForWebhooks();
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('is captured by the reconciler when neither browser nor webhook reports it', async () => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    clock.advance(MINUTE);
    await reconcile(server.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('that is declined can be repeated with another payment method on the same order', async () => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await paypal({ pay: 'issue', issue: 'INSTRUMENT_DECLINED' });
    expect(await reportPaid(viewer, order, opened.order_id)).toMatchObject({
      status: 422,
      json: { code: 'instrument_declined' },
    });
    expect(await statusOf(viewer, order)).toBe('NEW');
    await approve(opened.order_id);
    expect((await reportPaid(viewer, order, opened.order_id)).json.paymentStatus).toBe('PAID');
  });

  test.each([
    'TRANSACTION_REFUSED',
    'COMPLIANCE_VIOLATION',
    'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
    'DUPLICATE_INVOICE_ID',
  ])('that is refused permanently (%s) starts again with a new PayPal order', async (issue) => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await paypal({ pay: 'issue', issue });
    expect((await reportPaid(viewer, order, opened.order_id)).json.code).toBe('payment_refused');
    const second = (await checkout(viewer, order)).json;
    expect(second.order_id).not.toBe(opened.order_id);
    await approve(second.order_id);
    expect((await reportPaid(viewer, order, second.order_id)).json.paymentStatus).toBe('PAID');
  });

  test('that is already captured counts as captured', async () => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await paypal({ pay: 'already_captured' });
    expect((await reportPaid(viewer, order, opened.order_id)).json.paymentStatus).toBe('PAID');
  });

  test('whose capture response is lost shows PROCESSING until the reconciler applies it', async () => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await paypal({ api: 'error_500', call: 'capture', applied: true });
    expect((await reportPaid(viewer, order, opened.order_id)).json.paymentStatus).toBe(
      'PROCESSING',
    );
    clock.advance(MINUTE);
    await reconcile(server.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test.each([
    ['complete', 'PAID'],
    ['deny', 'CANCELLED'],
  ])(
    'that PayPal keeps pending waits, and the action %s sets the order to %s',
    async (action, status) => {
      await paypal({ pay: 'pending' });
      const { viewer, order, checkout: opened } = await anOpenPayment();
      await approve(opened.order_id);
      await waitForWebhooks();
      expect(await statusOf(viewer, order)).toBe('PROCESSING');
      clock.advance(HOUR);
      await paypal({ action, capture_id: (await lastCapture()).id });
      await waitForWebhooks();
      expect(await statusOf(viewer, order)).toBe(status);
    },
  );

  test('of a wrong amount is held', async () => {
    await dropWebhooks();
    await paypal({ pay: 'tamper_amount', amountInCents: 1 });
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await reportPaid(viewer, order, opened.order_id);
    expect([await statusOf(viewer, order), await heldCountOf(order)]).toEqual(['PROCESSING', 1]);

    // The browser reports again while PayPal is unreachable: the order waits until PayPal can be asked.
    await paypal({ api: 'error_500', times: 9 });
    expect((await reportPaid(viewer, order, opened.order_id)).json.paymentStatus).toBe(
      'PROCESSING',
    );
    await paypal({ action: 'clear_scripts' });
    clock.advance(DAY);
    await reconcile(server.deps);
    expect([await statusOf(viewer, order), await heldCountOf(order)]).toEqual(['PROCESSING', 1]);
  });

  test('approved for an outdated price is not captured', async () => {
    const { viewer, order, checkout: opened } = await anOpenPayment();
    const coupon = await server.aCoupon();
    await server.put(`/api/ott/orders/${order.movieOrderId}`, {
      as: viewer,
      body: { couponCode: coupon.couponCode },
    });
    await approve(opened.order_id);
    await reportPaid(viewer, order, opened.order_id);
    await waitForWebhooks();
    expect(
      (await paypal({ action: 'list' })).captures.filter(
        (each: any) => each.orderId === opened.order_id,
      ),
    ).toEqual([]);
    expect([await statusOf(viewer, order), await heldCountOf(order)]).toEqual(['NEW', 0]);
  });

  test('with a proof of one order does not pay another order', async () => {
    await dropWebhooks();
    const [one, other] = [await anOpenPayment(), await anOpenPayment()];
    await approve(one.checkout.order_id);
    expect((await reportPaid(other.viewer, other.order, one.checkout.order_id)).json.code).toBe(
      'payment_not_proven',
    );
  });

  test.each([
    ['several times', { webhook: 'duplicate', copies: 3, times: 2 }],
    ['in reverse', { webhook: 'reorder', count: 2 }],
    ['with a broken signature first', { webhook: 'corrupt_signature', times: 2 }],
  ])('whose updates arrive %s opens one ticket', async (_, script) => {
    await paypal(script);
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await Promise.all([
      reportPaid(viewer, order, opened.order_id),
      reportPaid(viewer, order, opened.order_id),
      reconcile(server.deps),
      paypal({ action: 'release' }),
    ]);
    await waitForWebhooks();
    expect([
      await statusOf(viewer, order),
      await heldCountOf(order),
      await refundsOf(order),
    ]).toEqual(['PAID', 0, []]);
  });

  test('next to one by Razorpay: the second payment is refunded automatically', async () => {
    await dropWebhooks();
    await server.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 20 });
    const { viewer, order, checkout: opened } = await anOpenPayment();
    const razorpayCheckout = (await checkout(viewer, order, 'razorpay')).json;
    await approve(opened.order_id);
    await reportPaid(viewer, order, opened.order_id);
    await server.post('/sandbox/razorpay/pay', {
      body: { order_id: razorpayCheckout.order_id, vpa: 'success@razorpay' },
    });
    clock.advance(MINUTE);
    await reconcile(server.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
    expect(await refundsOf(order)).toMatchObject([
      { state: 'done', refunds_bill: false, currency: 'INR', amount: 17600 },
    ]);
  });

  test('refunded in PayPal’s dashboard ends the ticket', async () => {
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await waitForWebhooks();
    await paypal({ action: 'return', capture_id: (await lastCapture()).id });
    await waitForWebhooks();
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
    expect(await refundsOf(order)).toMatchObject([
      { state: 'done', refunds_bill: true, currency: 'USD', amount: 200 },
    ]);
  });
});

test('the webhook refuses bodies without PayPal’s signature', async () => {
  const body = '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{}}';
  const headers = {
    'paypal-transmission-id': '1',
    'paypal-transmission-time': clock.now().toISOString(),
    'paypal-transmission-sig': 'AAAA',
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://evil.example/cert.pem',
  };
  const send = (extraHeaders = {}) =>
    server.post('/api/ott/payments/webhooks/paypal', {
      body,
      headers: { ...headers, ...extraHeaders },
    });
  expect((await send()).status).toBe(401);
  expect(
    (await send({ 'paypal-cert-url': 'http://server.test/sandbox/paypal/certs/webhooks.pem' }))
      .status,
  ).toBe(401);
  expect((await send({ 'paypal-auth-algo': 'none' })).status).toBe(401);
});

test('lists the payment methods', async () => {
  expect(
    (await server.get('/api/ott/payments/methods', { as: await server.aViewer() })).json,
  ).toEqual({
    razorpay: true,
    paypal: { currency: 'USD', rate: 88 },
    supplierState: expect.any(String),
    isUnderLut: false,
    isBuyerPlaceRequired: false,
  });
});
