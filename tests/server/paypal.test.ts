import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits.ts';
import { centsFor } from '#domain/pricing.ts';
import { reconcile } from '#server/streaming/payments/reconcile.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';

const clock = aClock();
let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ clock });
});
beforeEach(async () => {
  await house.script({ provider: 'paypal', action: 'forget' });
  await house.script({ provider: 'razorpay', action: 'forget' });
});

type Who = { userId: number };
type Named = { movieOrderId: number };

async function anOrder({ buyerCountry = 'US' as string | null, ticketRate = 149 } = {}) {
  const viewer = await house.aViewer();
  const film = await house.aFilm({ ticketRate });
  const { json: order } = await house.post(`/api/ott/movies/${film.movieId}/orders`, {
    as: viewer,
    body: { bookingStartTime: toWire(clock.now()), buyerCountry },
  });
  return { viewer, film, order };
}
const checkout = (as: Who, order: Named, provider = 'paypal') =>
  house.post(`/api/ott/orders/${order.movieOrderId}/checkout`, { as, body: { provider } });
async function anOpenPayment(options = {}) {
  const booked = await anOrder(options);
  const { json } = await checkout(booked.viewer, booked.order);
  return { ...booked, checkout: json };
}
const approve = (order_id: string) => house.post('/sandbox/paypal/approve', { body: { order_id } });
const report = (as: Who, order: Named, body: object) =>
  house.put(`/api/ott/orders/${order.movieOrderId}/payment`, { as, body });
const paid = (as: Who, order: Named, paypal_order_id: string) =>
  report(as, order, { paymentStatus: 'PAID', paypal_order_id });
const read = async (as: Who, order: Named) => (await house.get(`/api/ott/orders/${order.movieOrderId}`, { as })).json;
const statusOf = async (as: Who, order: Named) => (await read(as, order)).paymentStatus;
const dropWebhooks = () => house.script({ provider: 'paypal', webhook: 'drop', times: 20 });
const webhooks = () => house.sandbox.idle();
const paypal = async (command: object) =>
  (await house.script({ provider: 'paypal', ...command })).json() as Promise<any>;
const lastCapture = async () => (await paypal({ action: 'list' })).captures[0];
const rows = async (sql: string) => (await house.database.query(sql)).rows as Record<string, unknown>[];
const refundsOf = ({ movieOrderId }: Named) =>
  rows(`select state, ends_ticket, reason, currency, amount from refunds where movie_order_id = ${movieOrderId}`);
const heldFor = async ({ movieOrderId }: Named) =>
  (
    await rows(
      `select held_reason from payment_attempts where movie_order_id = ${movieOrderId} and held_reason is not null`,
    )
  ).length;

describe('a payment by PayPal', () => {
  test('opens in dollars at the house’s rate, with what the buttons need and without cards', async () => {
    const { viewer, order, checkout: opened } = await anOpenPayment();
    expect(opened).toMatchObject({ provider: 'paypal', currency: 'USD', amount: '2.00', rate: 88 });
    const script = new URL(opened.script);
    expect(Object.fromEntries(script.searchParams)).toEqual({
      'client-id': opened.clientId,
      currency: 'USD',
      intent: 'capture',
      components: 'buttons',
      'disable-funding': 'card',
    });
    expect((await checkout(viewer, order)).json.order_id).toBe(opened.order_id);
    clock.advance(3 * HOUR);
    expect((await checkout(viewer, order)).json.order_id).not.toBe(opened.order_id);
  });

  test.each([[null], ['IN']])('is not for buyers in India (%s)', async (buyerCountry) => {
    const { viewer, order } = await anOrder({ buyerCountry });
    expect(await checkout(viewer, order)).toMatchObject({ status: 422, json: { code: 'paypal_abroad_only' } });
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
    expect(centsFor(paise, rate)).toBe(cents);
  });

  test('is captured by the server when the browser reports the approval', async () => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    expect((await paid(viewer, order, opened.order_id)).json.code).toBe('payment_not_proven');
    await approve(opened.order_id);
    const { status, json } = await paid(viewer, order, opened.order_id);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      paymentStatus: 'PAID',
      paymentMode: 'PAYPAL',
      paymentTransactionNo: (await lastCapture()).id,
      charged: { currency: 'USD', amount: '2.00', rate: 88 },
    });
  });

  test('is captured by the server when the browser dies after the approval', async () => {
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await webhooks();
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('is captured by the reconciler when nothing was heard', async () => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    clock.advance(MINUTE);
    await reconcile(house.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('that is declined lets the payer choose another means on the same order', async () => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await paypal({ pay: 'issue', issue: 'INSTRUMENT_DECLINED' });
    expect(await paid(viewer, order, opened.order_id)).toMatchObject({
      status: 422,
      json: { code: 'instrument_declined' },
    });
    expect(await statusOf(viewer, order)).toBe('NEW');
    await approve(opened.order_id);
    expect((await paid(viewer, order, opened.order_id)).json.paymentStatus).toBe('PAID');
  });

  test.each([
    'TRANSACTION_REFUSED',
    'COMPLIANCE_VIOLATION',
    'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
    'DUPLICATE_INVOICE_ID',
  ])('refused for good (%s) begins anew with another order of PayPal’s', async (issue) => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await paypal({ pay: 'issue', issue });
    expect((await paid(viewer, order, opened.order_id)).json.code).toBe('payment_refused');
    const again = (await checkout(viewer, order)).json;
    expect(again.order_id).not.toBe(opened.order_id);
    await approve(again.order_id);
    expect((await paid(viewer, order, again.order_id)).json.paymentStatus).toBe('PAID');
  });

  test('captured before counts as captured', async () => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await paypal({ pay: 'already_captured' });
    expect((await paid(viewer, order, opened.order_id)).json.paymentStatus).toBe('PAID');
  });

  test('whose capture’s answer is lost shows PROCESSING and is settled by the reconciler', async () => {
    await dropWebhooks();
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await paypal({ api: 'error_500', call: 'capture', applied: true });
    expect((await paid(viewer, order, opened.order_id)).json.paymentStatus).toBe('PROCESSING');
    clock.advance(MINUTE);
    await reconcile(house.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test.each([
    ['complete', 'PAID'],
    ['deny', 'CANCELLED'],
  ])('that PayPal keeps pending waits, then %s makes it %s', async (action, status) => {
    await paypal({ pay: 'pending' });
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await webhooks();
    expect(await statusOf(viewer, order)).toBe('PROCESSING');
    clock.advance(HOUR);
    await paypal({ action, capture_id: (await lastCapture()).id });
    await webhooks();
    expect(await statusOf(viewer, order)).toBe(status);
  });

  test('of another sum is held', async () => {
    await dropWebhooks();
    await paypal({ pay: 'tamper_amount', amountInCents: 1 });
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await paid(viewer, order, opened.order_id);
    expect([await statusOf(viewer, order), await heldFor(order)]).toEqual(['NEW', 1]);

    // The browser says it again while PayPal is away: the order waits, and no longer than until somebody can ask.
    await paypal({ api: 'error_500', times: 9 });
    expect((await paid(viewer, order, opened.order_id)).json.paymentStatus).toBe('PROCESSING');
    await paypal({ action: 'forget' });
    clock.advance(DAY);
    await reconcile(house.deps);
    expect([await statusOf(viewer, order), await heldFor(order)]).toEqual(['CANCELLED', 1]);
  });

  test('approved for a price that the order no longer has takes no money', async () => {
    const { viewer, order, checkout: opened } = await anOpenPayment();
    const coupon = await house.aCoupon();
    await house.put(`/api/ott/orders/${order.movieOrderId}`, { as: viewer, body: { couponCode: coupon.couponCode } });
    await approve(opened.order_id);
    await paid(viewer, order, opened.order_id);
    await webhooks();
    expect((await paypal({ action: 'list' })).captures.filter((each: any) => each.orderId === opened.order_id)).toEqual(
      [],
    );
    expect([await statusOf(viewer, order), await heldFor(order)]).toEqual(['NEW', 0]);
  });

  test('proven for one order opens no other', async () => {
    await dropWebhooks();
    const [one, other] = [await anOpenPayment(), await anOpenPayment()];
    await approve(one.checkout.order_id);
    expect((await paid(other.viewer, other.order, one.checkout.order_id)).json.code).toBe('payment_not_proven');
  });

  test.each([
    ['twice', { webhook: 'duplicate', copies: 3, times: 2 }],
    ['in reverse', { webhook: 'reorder', count: 2 }],
    ['with a broken signature first', { webhook: 'corrupt_signature', times: 2 }],
  ])('whose news comes %s opens one ticket', async (_, script) => {
    await paypal(script);
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await Promise.all([
      paid(viewer, order, opened.order_id),
      paid(viewer, order, opened.order_id),
      reconcile(house.deps),
      paypal({ action: 'release' }),
    ]);
    await webhooks();
    expect([await statusOf(viewer, order), await heldFor(order), await refundsOf(order)]).toEqual(['PAID', 0, []]);
  });

  test('beside one by Razorpay: the second to come goes back by itself', async () => {
    await dropWebhooks();
    await house.script({ provider: 'razorpay', webhook: 'drop', times: 20 });
    const { viewer, order, checkout: opened } = await anOpenPayment();
    const other = (await checkout(viewer, order, 'razorpay')).json;
    await approve(opened.order_id);
    await paid(viewer, order, opened.order_id);
    await house.post('/sandbox/razorpay/pay', { body: { order_id: other.order_id, vpa: 'success@razorpay' } });
    clock.advance(MINUTE);
    await reconcile(house.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
    expect(await refundsOf(order)).toMatchObject([
      { state: 'done', ends_ticket: false, currency: 'INR', amount: 17600 },
    ]);
  });

  test('returned in PayPal’s dashboard ends the ticket', async () => {
    const { viewer, order, checkout: opened } = await anOpenPayment();
    await approve(opened.order_id);
    await webhooks();
    await paypal({ action: 'return', capture_id: (await lastCapture()).id });
    await webhooks();
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
    expect(await refundsOf(order)).toMatchObject([{ state: 'done', ends_ticket: true, currency: 'USD', amount: 200 }]);
  });
});

test('the webhook takes nothing that PayPal has not signed', async () => {
  const body = '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{}}';
  const headers = {
    'paypal-transmission-id': '1',
    'paypal-transmission-time': clock.now().toISOString(),
    'paypal-transmission-sig': 'AAAA',
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://evil.example/cert.pem',
  };
  const send = (more = {}) =>
    house.post('/api/ott/payments/webhooks/paypal', { body, headers: { ...headers, ...more } });
  expect((await send()).status).toBe(401);
  expect((await send({ 'paypal-cert-url': 'http://house.test/sandbox/paypal/certs/webhooks.pem' })).status).toBe(401);
  expect((await send({ 'paypal-auth-algo': 'none' })).status).toBe(401);
});

test('the ways to pay are told', async () => {
  expect((await house.get('/api/ott/payments/methods', { as: await house.aViewer() })).json).toEqual({
    razorpay: true,
    paypal: { currency: 'USD', rate: 88 },
    supplierState: expect.any(String),
  });
});
