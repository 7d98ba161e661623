import { createHmac, randomUUID } from 'node:crypto';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromWire, toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import {
  findHeldPayments,
  refundHeldPayment,
} from '#server/streaming/payments/held/settle-held-payment.ts';
import { reconcile } from '#server/jobs/reconcile.ts';
import { findOrderByNo } from '#server/streaming/booking/queries.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import { sendRefunds } from '#server/streaming/payments/refunds/send-refunds.ts';
import { applyPayment } from '#server/streaming/payments/apply-payment.ts';
import { issueKey } from '#server/streaming/playback/actions.ts';
import { findSession, openSession } from '#server/streaming/playback/queries.ts';
import { shuffled, SEED } from '../support/fast-check.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { aPlayableFilm } from '../support/playback-server.ts';

const clock = aClock();
let server: TestServer;
beforeAll(async () => {
  server = await aServer({ clock });
});
beforeEach(async () => {
  await server.scriptSandbox({ provider: 'razorpay', action: 'clear_scripts' });
});

type Who = { userId: number };
interface Proof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** A viewer with an open order and an open payment for it. */
async function anOpenPayment({ ticketRate = 149 } = {}) {
  const viewer = await server.aViewer();
  const film = await server.aFilm({ ticketRate });
  const order = (
    await server.post(`/api/ott/movies/${film.movieId}/orders`, {
      as: viewer,
      body: { bookingStartTime: toWire(clock.now()) },
    })
  ).json;
  const checkout = await startCheckout(viewer, order);
  return { viewer, film, order, checkout };
}
const startCheckout = async (as: Who, order: { movieOrderId: number }) =>
  (
    await server.post(`/api/ott/orders/${order.movieOrderId}/checkout`, {
      as,
      body: { provider: 'razorpay' },
    })
  ).json;
const pay = async (order_id: string, vpa = 'success@razorpay') =>
  (await server.post('/sandbox/razorpay/pay', { body: { order_id, vpa } })).json as Proof;
const report = (as: Who, order: { movieOrderId: number }, body: object) =>
  server.put(`/api/ott/orders/${order.movieOrderId}/payment`, { as, body });
const reportPaid = (as: Who, order: { movieOrderId: number }, proof: Proof) =>
  report(as, order, { paymentStatus: 'PAID', ...proof });
const statusOf = async (as: Who, order: { movieOrderId: number }) =>
  (await server.get(`/api/ott/orders/${order.movieOrderId}`, { as })).json.paymentStatus;
const dropWebhooks = () =>
  server.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 20 });
const waitForWebhooks = () => server.sandbox.waitUntilIdle();
const count = async (sql: string) => Number((await server.database.query(sql)).rows[0]!['n']);
const paidAttemptCountOf = (order: { movieOrderId: number }) =>
  count(
    `select count(*) n from payment_attempts where movie_order_id = ${order.movieOrderId} and state = 'paid'`,
  );
const heldCountOf = (order: { movieOrderId: number }) =>
  count(
    `select count(*) n from payment_attempts where movie_order_id = ${order.movieOrderId} and state = 'held'`,
  );

const rows = async (sql: string) =>
  (await server.database.query(sql)).rows as Record<string, unknown>[];
const refundsOf = ({ movieOrderId }: { movieOrderId: number }) =>
  rows(
    `select *, ends_ticket as refunds_bill from refunds where movie_order_id = ${movieOrderId} order by refund_id`,
  );
const invoiceKindsOf = async ({ movieOrderId }: { movieOrderId: number }) =>
  (
    await rows(
      `select kind from invoices where movie_order_id = ${movieOrderId} order by issued_at, kind desc`,
    )
  ).map(({ kind }) => kind);
async function aTicket(options = {}) {
  const opened = await anOpenPayment(options);
  const proof = await pay(opened.checkout.order_id);
  await reportPaid(opened.viewer, opened.order, proof);
  await waitForWebhooks();
  const row = (await findOrderByNo(server.deps.db, opened.order.orderNo))!;
  return { ...opened, proof, row };
}

describe('a payment', () => {
  test('starts with the checkout data, and a repeated request returns the same payment', async () => {
    const { viewer, order, checkout } = await anOpenPayment();
    expect(checkout).toMatchObject({
      provider: 'razorpay',
      amount: 17600,
      currency: 'INR',
      key: SANDBOX_CREDENTIALS.razorpay.keyId,
      script: expect.stringContaining('checkout.js'),
    });
    const again = await Promise.all([startCheckout(viewer, order), startCheckout(viewer, order)]);
    expect(again.map(({ order_id }) => order_id)).toEqual([checkout.order_id, checkout.order_id]);
  });

  test('is accepted from the browser with its signature and the provider’s confirmation', async () => {
    await dropWebhooks();
    const { viewer, film, order, checkout } = await anOpenPayment();
    clock.advance(90_000);
    const proof = await pay(checkout.order_id);
    const { status, json } = await reportPaid(viewer, order, proof);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      paymentStatus: 'PAID',
      paymentTransactionNo: proof.razorpay_payment_id,
      paymentMode: 'UPI',
    });
    const [start, end] = [fromWire(json.bookingStartTime)!, fromWire(json.bookingEndTime)!];
    expect(Math.abs(start.getTime() - clock.now().getTime())).toBeLessThan(1000); // the slot Now starts at the payment
    expect(end.getTime() - start.getTime()).toBe(DAY);
    expect(
      (await server.get(`/api/ott/movies/${film.movieId}`, { as: viewer })).json,
    ).toMatchObject({
      playStatus: 'PAID',
      paymentStatus: 1,
      order: { orderNo: order.orderNo },
    });
    clock.advance(DAY);
    expect(
      (await server.get(`/api/ott/movies/${film.movieId}`, { as: viewer })).json,
    ).toMatchObject({
      playStatus: null,
      paymentStatus: 0,
      order: null,
    });
  });

  test('stores the provider’s fee and the current platform share', async () => {
    const { order } = await aTicket();
    expect(
      await rows(`select a.gateway_fee, o.platform_share_percent, o.refunded_at from orders o
        join payment_attempts a using (movie_order_id) where movie_order_id = ${order.movieOrderId}`),
    ).toEqual([{ gateway_fee: 352 + 64, platform_share_percent: 20, refunded_at: null }]);
  });

  test('is accepted from the webhook alone when the browser never returns', async () => {
    const { viewer, order, checkout } = await anOpenPayment();
    await pay(checkout.order_id);
    await waitForWebhooks();
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('is found by the reconciler when neither browser nor webhook reports it', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    await pay(checkout.order_id);
    await waitForWebhooks();
    expect(await statusOf(viewer, order)).toBe('NEW');
    expect(await reconcile(server.deps)).toBe(1);
    expect(await statusOf(viewer, order)).toBe('PAID');
    clock.advance(MINUTE);
    expect(await reconcile(server.deps)).toBe(0);
    expect(await paidAttemptCountOf(order)).toBe(1);
  });

  test.each([
    ['no proof at all', () => ({})],
    ['a made-up signature', (proof: Proof) => ({ ...proof, razorpay_signature: 'f'.repeat(64) })],
    [
      'another payment’s signature',
      (proof: Proof) => ({ ...proof, razorpay_payment_id: 'pay_Other00000001' }),
    ],
    [
      'a proof signed with a guessed secret',
      (proof: Proof) => ({
        ...proof,
        razorpay_signature: createHmac('sha256', 'guess')
          .update(`${proof.razorpay_order_id}|${proof.razorpay_payment_id}`)
          .digest('hex'),
      }),
    ],
  ])('is refused with %s', async (_, forge) => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id, 'success@razorpay');
    expect(await report(viewer, order, { paymentStatus: 'PAID', ...forge(proof) })).toMatchObject({
      status: 422,
      json: { code: 'payment_not_proven' },
    });
    expect(await statusOf(viewer, order)).toBe('NEW');
  });

  test('with a proof of one order does not pay another order', async () => {
    await dropWebhooks();
    const cheap = await anOpenPayment({ ticketRate: 1 });
    const expensive = await anOpenPayment({ ticketRate: 999 });
    const proof = await pay(cheap.checkout.order_id);
    expect((await reportPaid(expensive.viewer, expensive.order, proof)).status).toBe(422);
    const { json: second } = await server.post(`/api/ott/movies/${expensive.film.movieId}/orders`, {
      as: cheap.viewer,
      body: { bookingStartTime: toWire(clock.now()) },
    });
    await startCheckout(cheap.viewer, second);
    expect((await reportPaid(cheap.viewer, second, proof)).status).toBe(422);
    expect(await statusOf(expensive.viewer, expensive.order)).toBe('NEW');
  });

  test('of a wrong amount is held for the operator and opens no ticket', async () => {
    await server.scriptSandbox({ provider: 'razorpay', pay: 'tamper_amount', amountInPaise: 100 });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await reportPaid(viewer, order, proof);
    await waitForWebhooks();
    expect(await statusOf(viewer, order)).not.toBe('PAID');
    expect(await heldCountOf(order)).toBe(1);
  });

  test('for an outdated price is held', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    const coupon = await server.aCoupon({ couponType: 'FIXED', couponValue: 1 });
    await server.put(`/api/ott/orders/${order.movieOrderId}`, {
      as: viewer,
      body: { couponCode: coupon.couponCode },
    });
    await reportPaid(viewer, order, await pay(checkout.order_id));
    expect([await statusOf(viewer, order), await heldCountOf(order)]).toEqual(['PROCESSING', 1]);
  });

  test('that fails leaves the order open, and a second payment pays it', async () => {
    const { viewer, order, checkout } = await anOpenPayment();
    await pay(checkout.order_id, 'failure@razorpay');
    await waitForWebhooks();
    expect(await statusOf(viewer, order)).toBe('NEW');
    await reportPaid(viewer, order, await pay(checkout.order_id));
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('that is dismissed cancels the order, and a later capture still opens the ticket', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    expect((await report(viewer, order, { paymentStatus: 'CANCELLED' })).json.paymentStatus).toBe(
      'CANCELLED',
    );
    await pay(checkout.order_id);
    clock.advance(MINUTE);
    await reconcile(server.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
    expect((await report(viewer, order, { paymentStatus: 'CANCELLED' })).json.paymentStatus).toBe(
      'PAID',
    );
  });

  test('that was dismissed can be started again on the same order', async () => {
    const { viewer, order } = await anOpenPayment();
    await report(viewer, order, { paymentStatus: 'CANCELLED' });
    const again = await startCheckout(viewer, order);
    await reportPaid(viewer, order, await pay(again.order_id));
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('that the bank has not decided shows PROCESSING, and its window starts at the capture, hours later', async () => {
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    expect((await reportPaid(viewer, order, proof)).json.paymentStatus).toBe('PROCESSING');
    clock.advance(5 * HOUR);
    await server.scriptSandbox({
      provider: 'razorpay',
      action: 'capture',
      payment_id: proof.razorpay_payment_id,
    });
    await waitForWebhooks();
    const { json } = await server.get(`/api/ott/orders/${order.movieOrderId}`, { as: viewer });
    expect(json.paymentStatus).toBe('PAID');
    expect(
      Math.abs(fromWire(json.bookingStartTime)!.getTime() - clock.now().getTime()),
    ).toBeLessThan(2000);
  });

  test('that failed cancels only an order that waits for this payment', async () => {
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await reportPaid(viewer, order, proof);
    const payment = await server.deps.payments.razorpay!.fetchPayment(proof.razorpay_payment_id);
    await applyPayment(
      server.deps,
      { ...payment, id: 'pay_anEarlierTry', status: 'failed' },
      'webhook',
    );
    expect(await statusOf(viewer, order)).toBe('PROCESSING');
    await applyPayment(server.deps, { ...payment, status: 'failed' }, 'webhook');
    expect(await statusOf(viewer, order)).toBe('CANCELLED');
  });

  test('reported while the provider is unreachable shows PROCESSING until the reconciler applies it', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    server.network.isUp = false;
    const answer = await reportPaid(viewer, order, proof);
    server.network.isUp = true;
    expect(answer).toMatchObject({ status: 200, json: { paymentStatus: 'PROCESSING' } });
    expect(server.enqueuedJobs).toContain('reconcile');
    clock.advance(MINUTE);
    await reconcile(server.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('dismissed and then reported while the provider is unreachable stays CANCELLED until the reconciler applies it', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await report(viewer, order, { paymentStatus: 'CANCELLED' });
    server.network.isUp = false;
    const answer = await reportPaid(viewer, order, proof);
    server.network.isUp = true;
    expect(answer).toMatchObject({ status: 200, json: { paymentStatus: 'CANCELLED' } });
    clock.advance(MINUTE);
    await reconcile(server.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('cannot start while the provider is unreachable, and the next try creates a provider order', async () => {
    const viewer = await server.aViewer();
    const film = await server.aFilm();
    const order = (
      await server.post(`/api/ott/movies/${film.movieId}/orders`, {
        as: viewer,
        body: { bookingStartTime: toWire(clock.now()) },
      })
    ).json;
    server.network.isUp = false;
    expect(
      await server.post(`/api/ott/orders/${order.movieOrderId}/checkout`, {
        as: viewer,
        body: { provider: 'razorpay' },
      }),
    ).toMatchObject({ status: 502, json: { code: 'provider_away' } });
    server.network.isUp = true;
    expect((await startCheckout(viewer, order)).order_id).toMatch(/^order_/);
  });

  test('of a second order for the same film does not open a second ticket', async () => {
    await dropWebhooks();
    const { viewer, film, order, checkout } = await anOpenPayment();
    await report(viewer, order, { paymentStatus: 'CANCELLED' });
    const second = (
      await server.post(`/api/ott/movies/${film.movieId}/orders`, {
        as: viewer,
        body: { bookingStartTime: toWire(clock.now()) },
      })
    ).json;
    const secondCheckout = await startCheckout(viewer, second);
    await reportPaid(viewer, second, await pay(secondCheckout.order_id));
    await reportPaid(viewer, order, await pay(checkout.order_id));
    expect([
      await statusOf(viewer, second),
      await statusOf(viewer, order),
      await heldCountOf(order),
    ]).toEqual(['PAID', 'CANCELLED', 0]);
    await reconcile(server.deps);
    expect(await refundsOf(order)).toMatchObject([
      { state: 'done', refunds_bill: false, amount: 17600 },
    ]);
    expect(await statusOf(viewer, second)).toBe('PAID');
    expect(
      await server.post(`/api/ott/movies/${film.movieId}/orders`, {
        as: viewer,
        body: { bookingStartTime: toWire(clock.now()) },
      }),
    ).toMatchObject({ status: 409, json: { code: 'already_booked' } });
  });

  test('captured at the same time as one of another order for the film: one opens the ticket, the other is refunded (5 rounds)', async () => {
    for (let round = 0; round < 5; round++) {
      await dropWebhooks();
      const { viewer, film, order, checkout } = await anOpenPayment();
      await report(viewer, order, { paymentStatus: 'CANCELLED' });
      const body = { bookingStartTime: toWire(clock.now()) };
      const { json: second } = await server.post(`/api/ott/movies/${film.movieId}/orders`, {
        as: viewer,
        body,
      });
      const { order_id } = await startCheckout(viewer, second);
      const proofs = [await pay(checkout.order_id), await pay(order_id)] as const;
      await Promise.all([
        reportPaid(viewer, order, proofs[0]),
        reportPaid(viewer, second, proofs[1]),
      ]);
      await reconcile(server.deps);
      const both = [order, second];
      const statuses = await Promise.all(both.map((each) => statusOf(viewer, each)));
      expect(statuses.toSorted().join(), `round ${round}`).toMatch(/^(NEW,PAID|CANCELLED,PAID)$/);
      expect((await Promise.all(both.map(refundsOf))).flat()).toMatchObject([
        { state: 'done', refunds_bill: false },
      ]);
    }
  });
});

describe('a payment that opens no ticket', () => {
  test('is refunded if the account was deleted', async () => {
    await dropWebhooks();
    const { order, viewer, checkout } = await anOpenPayment();
    await server.database.query(
      `update orders set user_id = null where movie_order_id = ${order.movieOrderId}`,
    );
    await pay(checkout.order_id);
    clock.advance(MINUTE);
    await reconcile(server.deps);
    expect(await refundsOf(order)).toMatchObject([{ state: 'done', refunds_bill: false }]);
    expect(await invoiceKindsOf(order)).toEqual([]);
    expect(viewer.userId).toBeGreaterThan(0);
  });

  test('is refunded if the ticket is already paid, and the ticket stays valid', async () => {
    const { viewer, order, proof } = await aTicket();
    const first = await server.deps.payments.razorpay!.fetchPayment(proof.razorpay_payment_id);
    const second = { ...first, id: 'pay_aSecondTime' };
    expect(await applyPayment(server.deps, second, 'webhook')).toBe('returning');
    expect(await applyPayment(server.deps, { ...second, status: 'refunded' }, 'webhook')).toBe(
      'no_decision',
    );
    expect(await refundsOf(order)).toMatchObject([
      { provider_payment_id: 'pay_aSecondTime', state: 'done', refunds_bill: false },
    ]);
    expect([await statusOf(viewer, order), await invoiceKindsOf(order)]).toEqual([
      'PAID',
      ['invoice'],
    ]);
  });

  test('is refunded if the ticket was refunded before', async () => {
    const { viewer, order, row } = await aTicket();
    await requestRefund(server.deps, row, 'asked for');
    await reconcile(server.deps);
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
    const { attempt_id } = (
      await rows(
        `insert into payment_attempts (movie_order_id, provider, receipt, amount, order_total, currency, created_at)
         select movie_order_id, provider, receipt || 'b', amount, order_total, currency, '${clock.now().toISOString()}'
         from payment_attempts where movie_order_id = ${order.movieOrderId} returning attempt_id`,
      )
    )[0] as { attempt_id: number };
    const made = await server.deps.payments.razorpay!.createOrder({
      amount: 17600,
      currency: 'INR',
      receipt: `late-${attempt_id}`,
      description: '',
      notes: {},
    });
    await rows(
      `update payment_attempts set provider_order_id = '${made.id}' where attempt_id = ${attempt_id}`,
    );
    await pay(made.id);
    await waitForWebhooks();
    await reconcile(server.deps);
    expect(await refundsOf(order)).toMatchObject([
      { state: 'done', refunds_bill: true },
      { state: 'done', refunds_bill: false },
    ]);
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
  });

  test('that was authorised but never captured cancels the waiting order, and sends no refund', async () => {
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await reportPaid(viewer, order, proof);
    expect(await statusOf(viewer, order)).toBe('PROCESSING');
    const payment = await server.deps.payments.razorpay!.fetchPayment(proof.razorpay_payment_id);
    await applyPayment(server.deps, { ...payment, status: 'refunded' }, 'reconciler');
    expect(await statusOf(viewer, order)).toBe('CANCELLED');
    expect(await refundsOf(order)).toMatchObject([
      { state: 'done', refunds_bill: false, provider_refund_id: null },
    ]);
  });
});

describe('a payment that Razorpay captures only on our request', () => {
  test('is captured when it pays its order', async () => {
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    const { viewer, order, checkout } = await anOpenPayment();
    await pay(checkout.order_id);
    await waitForWebhooks();
    expect(await statusOf(viewer, order)).toBe('PROCESSING');
    clock.advance(20 * MINUTE);
    await reconcile(server.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('is not captured when it does not pay its order', async () => {
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await waitForWebhooks();
    await server.database.query(
      `update orders set user_id = null where movie_order_id = ${order.movieOrderId}`,
    );
    clock.advance(20 * MINUTE);
    await reconcile(server.deps);
    const { status } = await server.deps.payments.razorpay!.fetchPayment(proof.razorpay_payment_id);
    expect([status, await refundsOf(order), viewer.userId > 0]).toEqual(['authorized', [], true]);
  });
});

test('a proof whose payment the provider has under another order is held', async () => {
  await dropWebhooks();
  const [mine, other] = [await anOpenPayment(), await anOpenPayment()];
  const { razorpay_payment_id } = await pay(other.checkout.order_id);
  const razorpay_signature = createHmac('sha256', SANDBOX_CREDENTIALS.razorpay.keySecret)
    .update(`${mine.checkout.order_id}|${razorpay_payment_id}`)
    .digest('hex');
  await reportPaid(mine.viewer, mine.order, {
    razorpay_payment_id,
    razorpay_order_id: mine.checkout.order_id,
    razorpay_signature,
  });
  expect([await statusOf(mine.viewer, mine.order), await heldCountOf(mine.order)]).toEqual([
    'PROCESSING',
    1,
  ]);
  clock.advance(MINUTE);
  await reconcile(server.deps);
  expect(await statusOf(other.viewer, other.order)).toBe('PAID');
  const held = (await findHeldPayments(server.deps)).find(
    ({ billNo }) => billNo === mine.order.orderNo,
  )!;
  expect(await refundHeldPayment(server.deps, held, 'asha@server-1')).toBe(false); // it pays the other ticket
  await reconcile(server.deps);
  expect([await statusOf(other.viewer, other.order), await heldCountOf(mine.order)]).toEqual([
    'PAID',
    0,
  ]);
});

test('the operator refunds a held payment', async () => {
  await server.scriptSandbox({ provider: 'razorpay', pay: 'tamper_amount', amountInPaise: 100 });
  const { viewer, order, checkout } = await anOpenPayment();
  await reportPaid(viewer, order, await pay(checkout.order_id));
  await waitForWebhooks();
  const held = (await findHeldPayments(server.deps)).filter(
    ({ billNo }) => billNo === order.orderNo,
  );
  expect(held).toMatchObject([
    { provider: 'razorpay', paymentStatus: 'NEW', reason: 'INR 1.00 came instead of INR 176.00' },
  ]);
  expect(await refundHeldPayment(server.deps, held[0]!, 'asha@server-1')).toBe(true);
  await reconcile(server.deps);
  expect(await refundsOf(order)).toMatchObject([
    { state: 'done', amount: 100, refunds_bill: false },
  ]);
  expect([await statusOf(viewer, order), await heldCountOf(order)]).toEqual(['NEW', 0]);
});

describe('a refund', () => {
  test('goes to the provider and ends the ticket with a credit note, once', async () => {
    const { viewer, order, row } = await aTicket();
    await Promise.all([
      requestRefund(server.deps, row, 'asked for'),
      requestRefund(server.deps, row, 'asked for'),
    ]);
    expect(await statusOf(viewer, order)).toBe('PAID');
    await Promise.all([reconcile(server.deps), reconcile(server.deps)]);
    await waitForWebhooks();
    await reconcile(server.deps);
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
    expect(await refundsOf(order)).toMatchObject([
      {
        state: 'done',
        refunds_bill: true,
        reason: 'asked for',
        amount: 17600,
        provider_refund_id: expect.any(String),
      },
    ]);
    expect((await invoiceKindsOf(order)).toSorted()).toEqual(['credit-note', 'invoice']);
    expect(
      await rows(`select refunded_at from orders where movie_order_id = ${order.movieOrderId}`),
    ).toEqual([{ refunded_at: clock.now() }]);
    await requestRefund(server.deps, row, 'again');
    expect(await refundsOf(order)).toHaveLength(1);
  });

  test('that is requested again before it is done stays the same refund', async () => {
    const { viewer, order, row } = await aTicket();
    await requestRefund(server.deps, row, 'asked for');
    const asked = await refundsOf(order);
    clock.advance(MINUTE);
    await requestRefund(server.deps, row, 'asked for again');
    expect(await refundsOf(order)).toEqual(asked);
    await reconcile(server.deps);
    await waitForWebhooks();
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
  });

  test('waits while the provider is unreachable, and a lost response creates no second refund', async () => {
    const { viewer, order, row } = await aTicket();
    await requestRefund(server.deps, row, 'asked for');
    server.network.isUp = false;
    await reconcile(server.deps);
    server.network.isUp = true;
    expect((await refundsOf(order))[0]).toMatchObject({ state: 'asked' });
    await dropWebhooks();
    await server.scriptSandbox({
      provider: 'razorpay',
      api: 'error_500',
      call: 'refund',
      applied: true,
    });
    clock.advance(MINUTE);
    await sendRefunds(server.deps);
    clock.advance(MINUTE);
    await sendRefunds(server.deps);
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
    const { refunds } = await (
      await server.scriptSandbox({ provider: 'razorpay', action: 'list' })
    ).json();
    const { razorpay_payment_id } = (
      await rows(
        `select payment_transaction_no razorpay_payment_id from orders where movie_order_id = ${order.movieOrderId}`,
      )
    )[0]!;
    expect(refunds.filter((each: any) => each.payment_id === razorpay_payment_id)).toHaveLength(1);
  });

  test('is refused for an unpaid order', async () => {
    const { order } = await anOpenPayment();
    const row = (await findOrderByNo(server.deps.db, order.orderNo))!;
    await expect(requestRefund(server.deps, row, 'why')).rejects.toMatchObject({
      code: 'not_refundable',
    });
  });

  test.each([
    ['money', 149, 17600],
    ['nothing', 0, 0],
  ])(
    'of a withdrawn film happens automatically for a ticket that cost %s',
    async (_, ticketRate, total) => {
      const viewer = await server.aViewer();
      const film = await server.aFilm({ ticketRate });
      const order = (
        await server.post(`/api/ott/movies/${film.movieId}/orders`, {
          as: viewer,
          body: { bookingStartTime: toWire(clock.now()) },
        })
      ).json;
      if (total)
        await reportPaid(viewer, order, await pay((await startCheckout(viewer, order)).order_id));
      else await report(viewer, order, { paymentStatus: 'PAID' });
      await waitForWebhooks();
      expect(await statusOf(viewer, order)).toBe('PAID');
      await reconcile(server.deps);
      expect(await refundsOf(order)).toEqual([]);
      await server.database.query(
        `update movies set active = 'N' where movie_id = ${film.movieId}`,
      );
      await reconcile(server.deps);
      expect(await statusOf(viewer, order)).toBe('REFUNDED');
      expect(await refundsOf(order)).toHaveLength(total ? 1 : 0);
    },
  );

  test('of a withdrawn film does not happen for a ticket that was played or is over', async () => {
    const [played, over] = [await aTicket(), await aTicket()];
    await server.database.query(
      `insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time)
       select movie_id, user_id, movie_order_id, now() from orders where movie_order_id = ${played.order.movieOrderId}`,
    );
    await server.database.query(
      `update orders set booking_end_time = '${clock.now().toISOString()}' where movie_order_id = ${over.order.movieOrderId}`,
    );
    await server.database.query(
      `update movies set active = 'N' where movie_id in (${played.film.movieId}, ${over.film.movieId})`,
    );
    await reconcile(server.deps);
    expect([
      await statusOf(played.viewer, played.order),
      await statusOf(over.viewer, over.order),
    ]).toEqual(['PAID', 'PAID']);
  });
});

describe('a provider whose keys were removed', () => {
  test('is not called, and its payments and refunds continue when the keys return', async () => {
    const { viewer, order, row } = await aTicket();
    const opened = await anOpenPayment();
    await dropWebhooks();
    await pay(opened.checkout.order_id);
    await requestRefund(server.deps, row, 'asked for');
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const payments = { ...server.deps.payments, razorpay: null };
    clock.advance(MINUTE);
    await reconcile({ ...server.deps, log, payments });
    expect(lines).toEqual([]);
    expect([await statusOf(viewer, order), await statusOf(opened.viewer, opened.order)]).toEqual([
      'PAID',
      'NEW',
    ]);
    await reconcile(server.deps);
    expect([await statusOf(viewer, order), await statusOf(opened.viewer, opened.order)]).toEqual([
      'REFUNDED',
      'PAID',
    ]);
  });
});

describe('a viewer may return a ticket', () => {
  const returnTicket = (as: Who, { movieOrderId }: { movieOrderId: number }) =>
    server.post(`/api/ott/orders/${movieOrderId}/refund`, { as });

  /** Booked for the next full hour, paid at least three hours after that hour. */
  async function aLateTicket() {
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    const viewer = await server.aViewer();
    const film = await aPlayableFilm(server);
    // The next full hour in India, which is half past in UTC.
    const hour = new Date(
      (Math.floor((clock.now().getTime() - 30 * MINUTE) / HOUR) + 1) * HOUR + 30 * MINUTE,
    );
    const order = (
      await server.post(`/api/ott/movies/${film.movieId}/orders`, {
        as: viewer,
        body: { bookingStartTime: toWire(hour), timezone: 'Asia/Kolkata' },
      })
    ).json;
    const proof = await pay((await startCheckout(viewer, order)).order_id);
    await waitForWebhooks();
    clock.advance(4 * HOUR);
    await server.scriptSandbox({
      provider: 'razorpay',
      action: 'capture',
      payment_id: proof.razorpay_payment_id,
    });
    await waitForWebhooks();
    return { viewer, film, order };
  }

  test('whose hour had passed before the payment', async () => {
    const { viewer, order } = await aLateTicket();
    expect(
      (await server.get(`/api/ott/orders/${order.movieOrderId}`, { as: viewer })).json,
    ).toMatchObject({
      paymentStatus: 'PAID',
      slotPassed: true,
    });
    expect(await returnTicket(viewer, order)).toMatchObject({
      status: 200,
      json: { refund: 'asked' },
    });
    expect(server.enqueuedJobs).toContain('reconcile');
    await reconcile(server.deps);
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
    expect((await returnTicket(viewer, order)).json.paymentStatus).toBe('REFUNDED');
  });

  test('but not when it was played', async () => {
    const { viewer, order } = await aLateTicket();
    await server.database.query(
      `insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time)
       select movie_id, user_id, movie_order_id, now() from orders where movie_order_id = ${order.movieOrderId}`,
    );
    expect(await returnTicket(viewer, order)).toMatchObject({
      status: 409,
      json: { code: 'ticket_played' },
    });
  });

  const openPlayer = async (as: Who, { movieId }: { movieId: number }) =>
    server.post('/api/ott/playmovieweb', { as, body: { movieId } });
  const requestKey = async ({ sessionId, playToken }: { sessionId: string; playToken: string }) =>
    (await server.get(`/api/ott/playback/${sessionId}/keys/0`, { token: playToken })).status;

  test('while the player is open but nothing was played; the player then stops', async () => {
    const { viewer, film, order } = await aLateTicket();
    const session = (await openPlayer(viewer, film)).json.data[0];
    const storedSession = (await findSession(server.deps.db, session.sessionId))!;
    expect((await returnTicket(viewer, order)).status).toBe(200);
    expect(await requestKey(session)).toBe(409);
    // The session was checked before the refund and requests its key after the refund.
    await expect(issueKey(server.deps, storedSession, 0)).rejects.toMatchObject({
      code: 'stream_replaced',
    });
    expect((await openPlayer(viewer, film)).status).toBe(402);
  });

  test('or play it at the same moment, but not both (20 rounds)', async () => {
    for (let round = 0; round < 20; round++) {
      const { viewer, film, order } = await aLateTicket();
      const session = (await openPlayer(viewer, film)).json.data[0];
      const both = [
        () => returnTicket(viewer, order).then(({ status }) => status),
        () => requestKey(session),
      ];
      const statuses = await Promise.all(
        (round % 2 ? both : both.toReversed()).map((send) => send()),
      );
      expect(statuses.toSorted(), `round ${round}`).toEqual([200, 409]);
    }
  });

  test('while a player opens: a session that began before the refund cannot be stored', async () => {
    const { viewer, film, order } = await aLateTicket();
    const startedAt = clock.now();
    await returnTicket(viewer, order);
    // The ticket was found open before the refund; the session is stored after the refund.
    const session = {
      sessionId: randomUUID(),
      movieOrderId: order.movieOrderId,
      userId: viewer.userId,
      startedAt,
    };
    const stored = {
      ...session,
      movieId: film.movieId,
      packageId: film.packageId!,
      endsAt: startedAt,
    };
    expect(await openSession(server.deps.db, stored)).toBe(false);
  });

  test('but not when it was paid in time, and not a ticket of another viewer', async () => {
    const { viewer, order } = await aTicket();
    expect(await returnTicket(viewer, order)).toMatchObject({
      status: 409,
      json: { code: 'not_returnable' },
    });
    expect((await returnTicket(await server.aViewer(), order)).status).toBe(404);
  });
});

describe('a coupon’s use', () => {
  const useCountOf = (code: string) =>
    count(`select count(*) n from coupon_uses where coupon_code = '${code}'`);
  async function withCoupon(code: string) {
    const opened = await anOpenPayment();
    await server.put(`/api/ott/orders/${opened.order.movieOrderId}`, {
      as: opened.viewer,
      body: { couponCode: code },
    });
    return { ...opened, checkout: await startCheckout(opened.viewer, opened.order) };
  }

  test('is reserved when the payment starts and released when it is dismissed', async () => {
    const { couponCode } = await server.aCoupon({ totalLimit: 1 });
    const { viewer, order } = await withCoupon(couponCode);
    expect(await useCountOf(couponCode)).toBe(1);
    await report(viewer, order, { paymentStatus: 'CANCELLED' });
    expect(await useCountOf(couponCode)).toBe(0);
  });

  test('that was released and used by another order makes a late capture held', async () => {
    await dropWebhooks();
    const { couponCode } = await server.aCoupon({ totalLimit: 1 });
    const late = await withCoupon(couponCode);
    await report(late.viewer, late.order, { paymentStatus: 'CANCELLED' });
    const quick = await withCoupon(couponCode);
    expect(quick.checkout.order_id).toMatch(/^order_/);
    await pay(late.checkout.order_id);
    clock.advance(MINUTE);
    await reconcile(server.deps);
    expect([await statusOf(late.viewer, late.order), await heldCountOf(late.order)]).toEqual([
      'PROCESSING',
      1,
    ]);
    expect(await useCountOf(couponCode)).toBe(1);
  });
});

describe('updates of one payment', () => {
  test('that is held: a later authorisation changes nothing', async () => {
    await dropWebhooks();
    const { couponCode } = await server.aCoupon({ totalLimit: 1 });
    const orderWith = async () => {
      const opened = await anOpenPayment();
      const { movieOrderId } = opened.order;
      await server.put(`/api/ott/orders/${movieOrderId}`, {
        as: opened.viewer,
        body: { couponCode },
      });
      return { ...opened, checkout: await startCheckout(opened.viewer, opened.order) };
    };
    const late = await orderWith();
    await report(late.viewer, late.order, { paymentStatus: 'CANCELLED' });
    await orderWith();
    const proof = await pay(late.checkout.order_id);
    await reportPaid(late.viewer, late.order, proof);
    expect([await statusOf(late.viewer, late.order), await heldCountOf(late.order)]).toEqual([
      'PROCESSING',
      1,
    ]);
    const payment = await server.deps.payments.razorpay!.fetchPayment(proof.razorpay_payment_id);
    expect(await applyPayment(server.deps, { ...payment, status: 'authorized' }, 'webhook')).toBe(
      'no_decision',
    );
    const stored = await rows(
      `select payment_status from orders where movie_order_id = ${late.order.movieOrderId}`,
    );
    expect(stored).toEqual([{ payment_status: 'CANCELLED' }]);
  });

  test.each([
    ['several times', { webhook: 'duplicate', copies: 3, times: 4 }],
    ['in reverse', { webhook: 'reorder', count: 3 }],
    ['with a broken signature first', { webhook: 'corrupt_signature', times: 4 }],
  ])('that arrive %s open one ticket', async (_, script) => {
    await server.scriptSandbox({ provider: 'razorpay', ...script });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await Promise.all([
      reportPaid(viewer, order, proof),
      reportPaid(viewer, order, proof),
      reconcile(server.deps),
      server.scriptSandbox({ provider: 'razorpay', action: 'release' }),
    ]);
    await waitForWebhooks();
    expect([
      await statusOf(viewer, order),
      await paidAttemptCountOf(order),
      await heldCountOf(order),
    ]).toEqual(['PAID', 1, 0]);
  });

  test('from webhook, browser and reconciler at the same time open one ticket (20 rounds)', async () => {
    for (let round = 0; round < 20; round++) {
      const { viewer, order, checkout } = await anOpenPayment();
      const proof = await pay(checkout.order_id);
      const sources = [
        () => reportPaid(viewer, order, proof),
        () => reconcile(server.deps),
        () => reportPaid(viewer, order, proof),
        () => report(viewer, order, { paymentStatus: 'CANCELLED' }),
      ];
      await Promise.all(shuffled(sources, round).map((source) => source()));
      await waitForWebhooks();
      const result = [
        await statusOf(viewer, order),
        await paidAttemptCountOf(order),
        await heldCountOf(order),
      ];
      expect(result, `round ${round} of seed ${SEED}`).toEqual(['PAID', 1, 0]);
    }
  });
});

describe('the webhook', () => {
  const secret = SANDBOX_CREDENTIALS.razorpay.webhookSecret;
  const send = (body: string, signature: string, id = 'evt_1') =>
    server.post('/api/ott/payments/webhooks/razorpay', {
      body,
      headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id },
    });
  const sign = (body: string) => createHmac('sha256', secret).update(body).digest('hex');

  test('refuses an unsigned or wrongly signed body', async () => {
    const body = '{"entity":"event","event":"payment.captured","payload":{}}';
    expect((await send(body, '')).status).toBe(401);
    expect((await send(body, sign(`${body} `))).status).toBe(401);
  });

  test('refuses bad input with a 4xx and stores an event once', async () => {
    for (const body of ['', 'nonsense', '[]', 'null', '"event"'])
      expect((await send(body, sign(body))).status, body).toBe(400);
    for (const body of ['{}', '{"event":7}', '{"event":"order.paid","payload":[]}'])
      expect((await send(body, sign(body))).status, body).toBe(200);
    const event = '{"entity":"event","event":"payment.pending","payload":{}}';
    expect((await send(event, sign(event), 'evt_2')).json).toEqual({ status: 'stored' });
    expect((await send(event, sign(event), 'evt_2')).json).toEqual({ status: 'known' });
  });

  test('accepts an event of an unknown payment', async () => {
    const payment = {
      id: 'pay_x',
      entity: 'payment',
      amount: 17600,
      currency: 'INR',
      status: 'captured',
      order_id: 'order_unknown',
      notes: [],
    };
    const body = JSON.stringify({
      entity: 'event',
      event: 'payment.captured',
      payload: { payment: { entity: payment } },
    });
    expect((await send(body, sign(body), 'evt_3')).status).toBe(200);
  });
});

describe('a viewer who says that the bank has taken the money', () => {
  const check = (as: Who, order: { movieOrderId: number }) =>
    server.post(`/api/ott/orders/${order.movieOrderId}/payment/check`, { as });
  const payInApp = (order_id: string, answer: string) =>
    server.post('/sandbox/razorpay/bank', { body: { order_id, answer } });

  test('gets the ticket at once, although no webhook and no report came', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    expect((await check(viewer, order)).json).toMatchObject({
      paymentStatus: 'NEW',
      isPaymentBegun: true,
    });
    await report(viewer, order, { paymentStatus: 'CANCELLED' });
    await payInApp(checkout.order_id, 'paid');
    expect((await check(viewer, order)).json).toMatchObject({
      paymentStatus: 'PAID',
      isPaymentBegun: false,
    });
  });

  test('can pay again while the bank is silent, and the first payment goes back when it arrives', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    const { json: silent } = await payInApp(checkout.order_id, 'silent');
    expect((await check(viewer, order)).json.paymentStatus).toBe('NEW');
    await payInApp(checkout.order_id, 'paid');
    expect((await check(viewer, order)).json.paymentStatus).toBe('PAID');
    await server.scriptSandbox({ provider: 'razorpay', action: 'capture', payment_id: silent.id });
    const { payments } = (await (
      await server.scriptSandbox({ provider: 'razorpay', action: 'list' })
    ).json()) as {
      payments: { id: string; status: string }[];
    };
    expect(payments.find(({ id }) => id === silent.id)?.status).toBe('authorized'); // Razorpay returns it by itself
  });

  test('of two apps pays once, and the second payment goes back', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    await payInApp(checkout.order_id, 'paid');
    await payInApp(checkout.order_id, 'paid');
    expect((await check(viewer, order)).json.paymentStatus).toBe('PAID');
    expect(await paidAttemptCountOf(order)).toBe(1);
    expect(await refundsOf(order)).toMatchObject([{ refunds_bill: false, amount: 17600 }]);
  });

  test('of another account is unknown', async () => {
    const { order } = await anOpenPayment();
    expect((await check(await server.aViewer(), order)).status).toBe(404);
  });

  test('is told that the provider is silent, and may ask 30 times an hour', async () => {
    const { viewer, order } = await anOpenPayment();
    await server.scriptSandbox({
      provider: 'razorpay',
      api: 'error_500',
      times: 5,
      call: 'fetchOrderPayments',
    });
    expect((await check(viewer, order)).json).toMatchObject({ code: 'provider_away' });
    await server.scriptSandbox({ provider: 'razorpay', action: 'clear_scripts' });
    for (let asked = 1; asked < 30; asked += 1)
      expect((await check(viewer, order)).status).toBe(200);
    expect((await check(viewer, order)).status).toBe(429);
  });

  test('has not begun to pay an hour after the last attempt', async () => {
    const { viewer, order } = await anOpenPayment();
    clock.advance(HOUR);
    expect(
      (await server.get(`/api/ott/orders/${order.movieOrderId}`, { as: viewer })).json
        .isPaymentBegun,
    ).toBe(false);
  });
});
