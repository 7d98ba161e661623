import { createHmac, randomUUID } from 'node:crypto';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromWire, toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { listHeld, returnHeld } from '#server/streaming/payments/refunds/held.ts';
import { reconcile } from '#server/streaming/payments/reconcile.ts';
import { findOrderByNo } from '#server/streaming/booking/queries.ts';
import { refund } from '#server/streaming/payments/refunds/refunds.ts';
import { tellRefunds } from '#server/streaming/payments/refunds/tell.ts';
import { applyPayment } from '#server/streaming/payments/settle.ts';
import { takeKey as takeOneKey } from '#server/streaming/playback/actions.ts';
import { findSitting, openSession } from '#server/streaming/playback/queries.ts';
import { inRandomOrder, SEED } from '../support/fast-check.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { aPlayableFilm } from '../support/playback-house.ts';

const clock = aClock();
let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ clock });
});
beforeEach(async () => {
  await house.script({ provider: 'razorpay', action: 'forget' });
});

type Who = { userId: number };
interface Proof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** A viewer with an open order and an open payment for it. */
async function anOpenPayment({ ticketRate = 149 } = {}) {
  const viewer = await house.aViewer();
  const film = await house.aFilm({ ticketRate });
  const order = (
    await house.post(`/api/ott/movies/${film.movieId}/orders`, {
      as: viewer,
      body: { bookingStartTime: toWire(clock.now()) },
    })
  ).json;
  const checkout = await open(viewer, order);
  return { viewer, film, order, checkout };
}
const open = async (as: Who, order: { movieOrderId: number }) =>
  (await house.post(`/api/ott/orders/${order.movieOrderId}/checkout`, { as, body: { provider: 'razorpay' } })).json;
const pay = async (order_id: string, vpa = 'success@razorpay') =>
  (await house.post('/sandbox/razorpay/pay', { body: { order_id, vpa } })).json as Proof;
const report = (as: Who, order: { movieOrderId: number }, body: object) =>
  house.put(`/api/ott/orders/${order.movieOrderId}/payment`, { as, body });
const paidReport = (as: Who, order: { movieOrderId: number }, proof: Proof) =>
  report(as, order, { paymentStatus: 'PAID', ...proof });
const statusOf = async (as: Who, order: { movieOrderId: number }) =>
  (await house.get(`/api/ott/orders/${order.movieOrderId}`, { as })).json.paymentStatus;
const dropWebhooks = () => house.script({ provider: 'razorpay', webhook: 'drop', times: 20 });
const webhooks = () => house.sandbox.idle();
const count = async (sql: string) => Number((await house.database.query(sql)).rows[0]!['n']);
const ticketsOf = (order: { movieOrderId: number }) =>
  count(`select count(*) n from payment_attempts where movie_order_id = ${order.movieOrderId} and state = 'paid'`);
const heldFor = (order: { movieOrderId: number }) =>
  count(`select count(*) n from payment_attempts where movie_order_id = ${order.movieOrderId} and state = 'held'`);

const rows = async (sql: string) => (await house.database.query(sql)).rows as Record<string, unknown>[];
const refundsOf = ({ movieOrderId }: { movieOrderId: number }) =>
  rows(`select * from refunds where movie_order_id = ${movieOrderId} order by refund_id`);
const papersOf = async ({ movieOrderId }: { movieOrderId: number }) =>
  (await rows(`select kind from invoices where movie_order_id = ${movieOrderId} order by issued_at, kind desc`)).map(
    ({ kind }) => kind,
  );
async function aTicket(options = {}) {
  const opened = await anOpenPayment(options);
  const proof = await pay(opened.checkout.order_id);
  await paidReport(opened.viewer, opened.order, proof);
  await webhooks();
  const row = (await findOrderByNo(house.deps.db, opened.order.orderNo))!;
  return { ...opened, proof, row };
}

describe('a payment', () => {
  test('opens with what the checkout needs, and asking again opens the same one', async () => {
    const { viewer, order, checkout } = await anOpenPayment();
    expect(checkout).toMatchObject({
      provider: 'razorpay',
      amount: 17600,
      currency: 'INR',
      key: SANDBOX_CREDENTIALS.razorpay.keyId,
      script: expect.stringContaining('checkout.js'),
    });
    const again = await Promise.all([open(viewer, order), open(viewer, order)]);
    expect(again.map(({ order_id }) => order_id)).toEqual([checkout.order_id, checkout.order_id]);
  });

  test('is believed from the browser with its signature and the provider’s own word', async () => {
    await dropWebhooks();
    const { viewer, film, order, checkout } = await anOpenPayment();
    clock.advance(90_000);
    const proof = await pay(checkout.order_id);
    const { status, json } = await paidReport(viewer, order, proof);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      paymentStatus: 'PAID',
      paymentTransactionNo: proof.razorpay_payment_id,
      paymentMode: 'UPI',
    });
    const [start, end] = [fromWire(json.bookingStartTime)!, fromWire(json.bookingEndTime)!];
    expect(Math.abs(start.getTime() - clock.now().getTime())).toBeLessThan(1000); // Now opens when it is paid
    expect(end.getTime() - start.getTime()).toBe(DAY);
    expect((await house.get(`/api/ott/movies/${film.movieId}`, { as: viewer })).json).toMatchObject({
      playStatus: 'PAID',
      paymentStatus: 1,
      order: { orderNo: order.orderNo },
    });
    clock.advance(DAY);
    expect((await house.get(`/api/ott/movies/${film.movieId}`, { as: viewer })).json).toMatchObject({
      playStatus: null,
      paymentStatus: 0,
      order: null,
    });
  });

  test('leaves in the books what the provider kept of it, and the share of the house as it was then', async () => {
    const { order } = await aTicket();
    expect(
      await rows(`select a.gateway_fee, o.platform_share_percent, o.refunded_at from orders o
        join payment_attempts a using (movie_order_id) where movie_order_id = ${order.movieOrderId}`),
    ).toEqual([{ gateway_fee: 352 + 64, platform_share_percent: 20, refunded_at: null }]);
  });

  test('is believed from the webhook alone, when the browser never comes back', async () => {
    const { viewer, order, checkout } = await anOpenPayment();
    await pay(checkout.order_id);
    await webhooks();
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('is found by the reconciler, when neither browser nor webhook comes', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    await pay(checkout.order_id);
    await webhooks();
    expect(await statusOf(viewer, order)).toBe('NEW');
    expect(await reconcile(house.deps)).toBe(1);
    expect(await statusOf(viewer, order)).toBe('PAID');
    clock.advance(MINUTE);
    expect(await reconcile(house.deps)).toBe(0);
    expect(await ticketsOf(order)).toBe(1);
  });

  test.each([
    ['no proof at all', () => ({})],
    ['a made-up signature', (proof: Proof) => ({ ...proof, razorpay_signature: 'f'.repeat(64) })],
    ['another payment’s signature', (proof: Proof) => ({ ...proof, razorpay_payment_id: 'pay_Other00000001' })],
    [
      'a proof signed with a guessed secret',
      (proof: Proof) => ({
        ...proof,
        razorpay_signature: createHmac('sha256', 'guess')
          .update(`${proof.razorpay_order_id}|${proof.razorpay_payment_id}`)
          .digest('hex'),
      }),
    ],
  ])('is not believed with %s', async (_, forge) => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id, 'success@razorpay');
    expect(await report(viewer, order, { paymentStatus: 'PAID', ...forge(proof) })).toMatchObject({
      status: 422,
      json: { code: 'payment_not_proven' },
    });
    expect(await statusOf(viewer, order)).toBe('NEW');
  });

  test('proven for one order opens no other', async () => {
    await dropWebhooks();
    const cheap = await anOpenPayment({ ticketRate: 1 });
    const dear = await anOpenPayment({ ticketRate: 999 });
    const proof = await pay(cheap.checkout.order_id);
    expect((await paidReport(dear.viewer, dear.order, proof)).status).toBe(422);
    const { json: second } = await house.post(`/api/ott/movies/${dear.film.movieId}/orders`, {
      as: cheap.viewer,
      body: { bookingStartTime: toWire(clock.now()) },
    });
    await open(cheap.viewer, second);
    expect((await paidReport(cheap.viewer, second, proof)).status).toBe(422);
    expect(await statusOf(dear.viewer, dear.order)).toBe('NEW');
  });

  test('of a sum that is not the order’s is held for the operator and opens no ticket', async () => {
    await house.script({ provider: 'razorpay', pay: 'tamper_amount', amountInPaise: 100 });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await paidReport(viewer, order, proof);
    await webhooks();
    expect(await statusOf(viewer, order)).not.toBe('PAID');
    expect(await heldFor(order)).toBe(1);
  });

  test('made for a price that the order no longer has is held', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    const dear = await house.aCoupon({ couponType: 'FIXED', couponValue: 1 });
    await house.put(`/api/ott/orders/${order.movieOrderId}`, { as: viewer, body: { couponCode: dear.couponCode } });
    await paidReport(viewer, order, await pay(checkout.order_id));
    expect([await statusOf(viewer, order), await heldFor(order)]).toEqual(['NEW', 1]);
  });

  test('that fails leaves the order open, and a second try pays it', async () => {
    const { viewer, order, checkout } = await anOpenPayment();
    await pay(checkout.order_id, 'failure@razorpay');
    await webhooks();
    expect(await statusOf(viewer, order)).toBe('NEW');
    await paidReport(viewer, order, await pay(checkout.order_id));
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('dismissed marks the order CANCELLED; captured later all the same, it opens the ticket', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    expect((await report(viewer, order, { paymentStatus: 'CANCELLED' })).json.paymentStatus).toBe('CANCELLED');
    await pay(checkout.order_id);
    clock.advance(MINUTE);
    await reconcile(house.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
    expect((await report(viewer, order, { paymentStatus: 'CANCELLED' })).json.paymentStatus).toBe('PAID');
  });

  test('dismissed can be taken up again on the same order', async () => {
    const { viewer, order } = await anOpenPayment();
    await report(viewer, order, { paymentStatus: 'CANCELLED' });
    const again = await open(viewer, order);
    await paidReport(viewer, order, await pay(again.order_id));
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('that the bank has not decided shows PROCESSING, and opens the ticket hours later for 24 whole hours', async () => {
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    expect((await paidReport(viewer, order, proof)).json.paymentStatus).toBe('PROCESSING');
    clock.advance(5 * HOUR);
    await house.script({ provider: 'razorpay', action: 'capture', payment_id: proof.razorpay_payment_id });
    await webhooks();
    const { json } = await house.get(`/api/ott/orders/${order.movieOrderId}`, { as: viewer });
    expect(json.paymentStatus).toBe('PAID');
    expect(Math.abs(fromWire(json.bookingStartTime)!.getTime() - clock.now().getTime())).toBeLessThan(2000);
  });

  test('that failed closes no order that waits for another try, but the one that waits for it', async () => {
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await paidReport(viewer, order, proof);
    const payment = await house.deps.payments.razorpay!.fetchPayment(proof.razorpay_payment_id);
    await applyPayment(house.deps, { ...payment, id: 'pay_anEarlierTry', status: 'failed' }, 'webhook');
    expect(await statusOf(viewer, order)).toBe('PROCESSING');
    await applyPayment(house.deps, { ...payment, status: 'failed' }, 'webhook');
    expect(await statusOf(viewer, order)).toBe('CANCELLED');
  });

  test('reported while the provider is away waits as PROCESSING and is settled by the reconciler', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    house.network.isUp = false;
    const answer = await paidReport(viewer, order, proof);
    house.network.isUp = true;
    expect(answer).toMatchObject({ status: 200, json: { paymentStatus: 'PROCESSING' } });
    expect(house.woken).toContain('reconcile');
    clock.advance(MINUTE);
    await reconcile(house.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('dismissed, and reported while the provider is away, waits for nothing, and is settled by the reconciler', async () => {
    await dropWebhooks();
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await report(viewer, order, { paymentStatus: 'CANCELLED' });
    house.network.isUp = false;
    const answer = await paidReport(viewer, order, proof);
    house.network.isUp = true;
    expect(answer).toMatchObject({ status: 200, json: { paymentStatus: 'CANCELLED' } });
    clock.advance(MINUTE);
    await reconcile(house.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('cannot begin while the provider is away: a clear error, and the next try opens one order there', async () => {
    const viewer = await house.aViewer();
    const film = await house.aFilm();
    const order = (
      await house.post(`/api/ott/movies/${film.movieId}/orders`, {
        as: viewer,
        body: { bookingStartTime: toWire(clock.now()) },
      })
    ).json;
    house.network.isUp = false;
    expect(
      await house.post(`/api/ott/orders/${order.movieOrderId}/checkout`, {
        as: viewer,
        body: { provider: 'razorpay' },
      }),
    ).toMatchObject({ status: 502, json: { code: 'provider_away' } });
    house.network.isUp = true;
    expect((await open(viewer, order)).order_id).toMatch(/^order_/);
  });

  test('of a second order for a film already held is kept from opening a second ticket', async () => {
    await dropWebhooks();
    const { viewer, film, order, checkout } = await anOpenPayment();
    await report(viewer, order, { paymentStatus: 'CANCELLED' });
    const second = (
      await house.post(`/api/ott/movies/${film.movieId}/orders`, {
        as: viewer,
        body: { bookingStartTime: toWire(clock.now()) },
      })
    ).json;
    const secondCheckout = await open(viewer, second);
    await paidReport(viewer, second, await pay(secondCheckout.order_id));
    await paidReport(viewer, order, await pay(checkout.order_id));
    expect([await statusOf(viewer, second), await statusOf(viewer, order), await heldFor(order)]).toEqual([
      'PAID',
      'CANCELLED',
      0,
    ]);
    await reconcile(house.deps);
    expect(await refundsOf(order)).toMatchObject([{ state: 'done', ends_ticket: false, amount: 17600 }]);
    expect(await statusOf(viewer, second)).toBe('PAID');
    expect(
      await house.post(`/api/ott/movies/${film.movieId}/orders`, {
        as: viewer,
        body: { bookingStartTime: toWire(clock.now()) },
      }),
    ).toMatchObject({ status: 409, json: { code: 'already_booked' } });
  });

  test('captured together with one of another order for the film: one opens the ticket, the other goes back (5 rounds)', async () => {
    for (let round = 0; round < 5; round++) {
      await dropWebhooks();
      const { viewer, film, order, checkout } = await anOpenPayment();
      await report(viewer, order, { paymentStatus: 'CANCELLED' });
      const body = { bookingStartTime: toWire(clock.now()) };
      const { json: second } = await house.post(`/api/ott/movies/${film.movieId}/orders`, { as: viewer, body });
      const { order_id } = await open(viewer, second);
      const proofs = [await pay(checkout.order_id), await pay(order_id)] as const;
      await Promise.all([paidReport(viewer, order, proofs[0]), paidReport(viewer, second, proofs[1])]);
      await reconcile(house.deps);
      const both = [order, second];
      const statuses = await Promise.all(both.map((each) => statusOf(viewer, each)));
      expect(statuses.toSorted().join(), `round ${round}`).toMatch(/^(NEW,PAID|CANCELLED,PAID)$/);
      expect((await Promise.all(both.map(refundsOf))).flat()).toMatchObject([{ state: 'done', ends_ticket: false }]);
    }
  });
});

describe('money that opens no ticket goes back', () => {
  test('of an account that was deleted meanwhile', async () => {
    await dropWebhooks();
    const { order, viewer, checkout } = await anOpenPayment();
    await house.database.query(`update orders set user_id = null where movie_order_id = ${order.movieOrderId}`);
    await pay(checkout.order_id);
    clock.advance(MINUTE);
    await reconcile(house.deps);
    expect(await refundsOf(order)).toMatchObject([{ state: 'done', ends_ticket: false }]);
    expect(await papersOf(order)).toEqual([]);
    expect(viewer.userId).toBeGreaterThan(0);
  });

  test('of a ticket that is paid already, and the ticket stays', async () => {
    const { viewer, order, proof } = await aTicket();
    const first = await house.deps.payments.razorpay!.fetchPayment(proof.razorpay_payment_id);
    const second = { ...first, id: 'pay_aSecondTime' };
    expect(await applyPayment(house.deps, second, 'webhook')).toBe('returning');
    expect(await applyPayment(house.deps, { ...second, status: 'refunded' }, 'webhook')).toBe('known');
    expect(await refundsOf(order)).toMatchObject([
      { provider_payment_id: 'pay_aSecondTime', state: 'done', ends_ticket: false },
    ]);
    expect([await statusOf(viewer, order), await papersOf(order)]).toEqual(['PAID', ['invoice']]);
  });

  test('of a ticket that was refunded', async () => {
    const { viewer, order, row } = await aTicket();
    await refund(house.deps, row, 'asked for');
    await reconcile(house.deps);
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
    const { attempt_id } = (
      await rows(
        `insert into payment_attempts (movie_order_id, provider, receipt, amount, order_total, currency, created_at)
         select movie_order_id, provider, receipt || 'b', amount, order_total, currency, '${clock.now().toISOString()}'
         from payment_attempts where movie_order_id = ${order.movieOrderId} returning attempt_id`,
      )
    )[0] as { attempt_id: number };
    const made = await house.deps.payments.razorpay!.createOrder({
      amount: 17600,
      currency: 'INR',
      receipt: `late-${attempt_id}`,
      description: '',
      notes: {},
    });
    await rows(`update payment_attempts set provider_order_id = '${made.id}' where attempt_id = ${attempt_id}`);
    await pay(made.id);
    await webhooks();
    await reconcile(house.deps);
    expect(await refundsOf(order)).toMatchObject([
      { state: 'done', ends_ticket: true },
      { state: 'done', ends_ticket: false },
    ]);
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
  });

  test('promised and never captured, it closes the order that waited', async () => {
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await paidReport(viewer, order, proof);
    expect(await statusOf(viewer, order)).toBe('PROCESSING');
    const payment = await house.deps.payments.razorpay!.fetchPayment(proof.razorpay_payment_id);
    await applyPayment(house.deps, { ...payment, status: 'refunded' }, 'reconciler');
    expect([await statusOf(viewer, order), await refundsOf(order)]).toEqual(['CANCELLED', []]);
  });
});

describe('a payment that Razorpay captures only at our word', () => {
  test('is captured when it pays its order', async () => {
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    const { viewer, order, checkout } = await anOpenPayment();
    await pay(checkout.order_id);
    await webhooks();
    expect(await statusOf(viewer, order)).toBe('PROCESSING');
    clock.advance(20 * MINUTE);
    await reconcile(house.deps);
    expect(await statusOf(viewer, order)).toBe('PAID');
  });

  test('is left to go back when it does not', async () => {
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await webhooks();
    await house.database.query(`update orders set user_id = null where movie_order_id = ${order.movieOrderId}`);
    clock.advance(20 * MINUTE);
    await reconcile(house.deps);
    const { status } = await house.deps.payments.razorpay!.fetchPayment(proof.razorpay_payment_id);
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
  await paidReport(mine.viewer, mine.order, {
    razorpay_payment_id,
    razorpay_order_id: mine.checkout.order_id,
    razorpay_signature,
  });
  expect([await statusOf(mine.viewer, mine.order), await heldFor(mine.order)]).toEqual(['NEW', 1]);
  clock.advance(MINUTE);
  await reconcile(house.deps);
  expect(await statusOf(other.viewer, other.order)).toBe('PAID');
  const held = (await listHeld(house.deps)).find(({ no }) => no === mine.order.orderNo)!;
  expect(await returnHeld(house.deps, held)).toBe(false); // it pays the other ticket
  await reconcile(house.deps);
  expect([await statusOf(other.viewer, other.order), await heldFor(mine.order)]).toEqual(['PAID', 0]);
});

test('a held payment is returned by the operator', async () => {
  await house.script({ provider: 'razorpay', pay: 'tamper_amount', amountInPaise: 100 });
  const { viewer, order, checkout } = await anOpenPayment();
  await paidReport(viewer, order, await pay(checkout.order_id));
  await webhooks();
  const held = (await listHeld(house.deps)).filter(({ no }) => no === order.orderNo);
  expect(held).toMatchObject([
    { provider: 'razorpay', paymentStatus: 'NEW', reason: 'INR 1.00 came instead of INR 176.00' },
  ]);
  expect(await returnHeld(house.deps, held[0]!)).toBe(true);
  await reconcile(house.deps);
  expect(await refundsOf(order)).toMatchObject([{ state: 'done', amount: 100, ends_ticket: false }]);
  expect([await statusOf(viewer, order), await heldFor(order)]).toEqual(['NEW', 0]);
});

describe('a refund', () => {
  test('goes to the provider and ends the ticket with a credit note, once', async () => {
    const { viewer, order, row } = await aTicket();
    await Promise.all([refund(house.deps, row, 'asked for'), refund(house.deps, row, 'asked for')]);
    expect(await statusOf(viewer, order)).toBe('PAID');
    await Promise.all([reconcile(house.deps), reconcile(house.deps)]);
    await webhooks();
    await reconcile(house.deps);
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
    expect(await refundsOf(order)).toMatchObject([
      { state: 'done', ends_ticket: true, reason: 'asked for', amount: 17600, provider_refund_id: expect.any(String) },
    ]);
    expect((await papersOf(order)).toSorted()).toEqual(['credit-note', 'invoice']);
    expect(await rows(`select refunded_at from orders where movie_order_id = ${order.movieOrderId}`)).toEqual([
      { refunded_at: clock.now() },
    ]);
    await refund(house.deps, row, 'again');
    expect(await refundsOf(order)).toHaveLength(1);
  });

  test('that is asked for again while it is on its way stays the same one', async () => {
    const { viewer, order, row } = await aTicket();
    await refund(house.deps, row, 'asked for');
    const asked = await refundsOf(order);
    clock.advance(MINUTE);
    await refund(house.deps, row, 'asked for again');
    expect(await refundsOf(order)).toEqual(asked);
    await reconcile(house.deps);
    await webhooks();
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
  });

  test('waits while the provider is away, and its lost answer makes no second one', async () => {
    const { viewer, order, row } = await aTicket();
    await refund(house.deps, row, 'asked for');
    house.network.isUp = false;
    await reconcile(house.deps);
    house.network.isUp = true;
    expect((await refundsOf(order))[0]).toMatchObject({ state: 'asked' });
    await dropWebhooks();
    await house.script({ provider: 'razorpay', api: 'error_500', call: 'refund', applied: true });
    clock.advance(MINUTE);
    await tellRefunds(house.deps);
    clock.advance(MINUTE);
    await tellRefunds(house.deps);
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
    const { refunds } = await (await house.script({ provider: 'razorpay', action: 'list' })).json();
    const { razorpay_payment_id } = (
      await rows(
        `select payment_transaction_no razorpay_payment_id from orders where movie_order_id = ${order.movieOrderId}`,
      )
    )[0]!;
    expect(refunds.filter((each: any) => each.payment_id === razorpay_payment_id)).toHaveLength(1);
  });

  test('is refused for what was not paid', async () => {
    const { order } = await anOpenPayment();
    const row = (await findOrderByNo(house.deps.db, order.orderNo))!;
    await expect(refund(house.deps, row, 'why')).rejects.toMatchObject({ code: 'not_refundable' });
  });

  test.each([
    ['money', 149, 17600],
    ['nothing', 0, 0],
  ])('of a withdrawn film comes by itself, for a ticket of %s', async (_, ticketRate, total) => {
    const viewer = await house.aViewer();
    const film = await house.aFilm({ ticketRate });
    const order = (
      await house.post(`/api/ott/movies/${film.movieId}/orders`, {
        as: viewer,
        body: { bookingStartTime: toWire(clock.now()) },
      })
    ).json;
    if (total) await paidReport(viewer, order, await pay((await open(viewer, order)).order_id));
    else await report(viewer, order, { paymentStatus: 'PAID' });
    await webhooks();
    expect(await statusOf(viewer, order)).toBe('PAID');
    await reconcile(house.deps);
    expect(await refundsOf(order)).toEqual([]);
    await house.database.query(`update movies set active = 'N' where movie_id = ${film.movieId}`);
    await reconcile(house.deps);
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
    expect(await refundsOf(order)).toHaveLength(total ? 1 : 0);
  });

  test('of a withdrawn film does not come for a ticket that was played, or is over', async () => {
    const [played, over] = [await aTicket(), await aTicket()];
    await house.database.query(
      `insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time)
       select movie_id, user_id, movie_order_id, now() from orders where movie_order_id = ${played.order.movieOrderId}`,
    );
    await house.database.query(
      `update orders set booking_end_time = '${clock.now().toISOString()}' where movie_order_id = ${over.order.movieOrderId}`,
    );
    await house.database.query(
      `update movies set active = 'N' where movie_id in (${played.film.movieId}, ${over.film.movieId})`,
    );
    await reconcile(house.deps);
    expect([await statusOf(played.viewer, played.order), await statusOf(over.viewer, over.order)]).toEqual([
      'PAID',
      'PAID',
    ]);
  });
});

describe('a provider whose keys are gone', () => {
  test('is not asked, tick after tick, and what waits for it goes on when they are back', async () => {
    const { viewer, order, row } = await aTicket();
    const open = await anOpenPayment();
    await dropWebhooks();
    await pay(open.checkout.order_id);
    await refund(house.deps, row, 'asked for');
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const payments = { ...house.deps.payments, razorpay: null };
    clock.advance(MINUTE);
    await reconcile({ ...house.deps, log, payments });
    expect(lines).toEqual([]);
    expect([await statusOf(viewer, order), await statusOf(open.viewer, open.order)]).toEqual(['PAID', 'NEW']);
    await reconcile(house.deps);
    expect([await statusOf(viewer, order), await statusOf(open.viewer, open.order)]).toEqual(['REFUNDED', 'PAID']);
  });
});

describe('a viewer may return a ticket', () => {
  const giveBack = (as: Who, { movieOrderId }: { movieOrderId: number }) =>
    house.post(`/api/ott/orders/${movieOrderId}/refund`, { as });

  /** Booked for 1 PM, paid at 5 PM. */
  async function aLateTicket() {
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    const viewer = await house.aViewer();
    const film = await aPlayableFilm(house);
    // The next one of India's, whose hours begin at the half ones of UTC.
    const hour = new Date((Math.floor((clock.now().getTime() - 30 * MINUTE) / HOUR) + 1) * HOUR + 30 * MINUTE);
    const order = (
      await house.post(`/api/ott/movies/${film.movieId}/orders`, {
        as: viewer,
        body: { bookingStartTime: toWire(hour), timezone: 'Asia/Kolkata' },
      })
    ).json;
    const proof = await pay((await open(viewer, order)).order_id);
    await webhooks();
    clock.advance(4 * HOUR);
    await house.script({ provider: 'razorpay', action: 'capture', payment_id: proof.razorpay_payment_id });
    await webhooks();
    return { viewer, film, order };
  }

  test('whose hour had passed when it was paid', async () => {
    const { viewer, order } = await aLateTicket();
    expect((await house.get(`/api/ott/orders/${order.movieOrderId}`, { as: viewer })).json).toMatchObject({
      paymentStatus: 'PAID',
      slotPassed: true,
    });
    expect(await giveBack(viewer, order)).toMatchObject({ status: 200, json: { refund: 'asked' } });
    expect(house.woken).toContain('reconcile');
    await reconcile(house.deps);
    expect(await statusOf(viewer, order)).toBe('REFUNDED');
    expect((await giveBack(viewer, order)).json.paymentStatus).toBe('REFUNDED');
  });

  test('not when it was played', async () => {
    const { viewer, order } = await aLateTicket();
    await house.database.query(
      `insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time)
       select movie_id, user_id, movie_order_id, now() from orders where movie_order_id = ${order.movieOrderId}`,
    );
    expect(await giveBack(viewer, order)).toMatchObject({ status: 409, json: { code: 'ticket_played' } });
  });

  const sitDown = async (as: Who, { movieId }: { movieId: number }) =>
    house.post('/api/ott/playmovieweb', { as, body: { movieId } });
  const takeKey = async ({ sessionId, playToken }: { sessionId: string; playToken: string }) =>
    (await house.get(`/api/ott/playback/${sessionId}/keys/0`, { token: playToken })).status;

  test('while the player is open and nothing was played; then nothing plays any more', async () => {
    const { viewer, film, order } = await aLateTicket();
    const sitting = (await sitDown(viewer, film)).json.data[0];
    const admitted = (await findSitting(house.deps.db, sitting.sessionId))!;
    expect((await giveBack(viewer, order)).status).toBe(200);
    expect(await takeKey(sitting)).toBe(409);
    // Let in a moment before the return, at the keys a moment after.
    await expect(takeOneKey(house.deps, admitted, 0)).rejects.toMatchObject({ code: 'stream_replaced' });
    expect((await sitDown(viewer, film)).status).toBe(402);
  });

  test('or begin to play it at the same moment, but not both (20 rounds)', async () => {
    for (let round = 0; round < 20; round++) {
      const { viewer, film, order } = await aLateTicket();
      const sitting = (await sitDown(viewer, film)).json.data[0];
      const both = [() => giveBack(viewer, order).then(({ status }) => status), () => takeKey(sitting)];
      const answers = await Promise.all((round % 2 ? both : both.toReversed()).map((ask) => ask()));
      expect(answers.toSorted(), `round ${round}`).toEqual([200, 409]);
    }
  });

  test('while a player opens: what opened before the return was decided, closes with it', async () => {
    const { viewer, film, order } = await aLateTicket();
    const startedAt = clock.now();
    await giveBack(viewer, order);
    // Found as an open ticket a moment ago, stored now.
    const session = { sessionId: randomUUID(), movieOrderId: order.movieOrderId, userId: viewer.userId, startedAt };
    const stored = { ...session, movieId: film.movieId, packageId: film.packageId!, endsAt: startedAt };
    expect(await openSession(house.deps.db, stored)).toBe(false);
  });

  test('not when it was paid in time, nor another person’s', async () => {
    const { viewer, order } = await aTicket();
    expect(await giveBack(viewer, order)).toMatchObject({ status: 409, json: { code: 'not_returnable' } });
    expect((await giveBack(await house.aViewer(), order)).status).toBe(404);
  });
});

describe('a coupon’s use', () => {
  const usesOf = (code: string) => count(`select count(*) n from coupon_uses where coupon_code = '${code}'`);
  async function withCoupon(code: string) {
    const opened = await anOpenPayment();
    await house.put(`/api/ott/orders/${opened.order.movieOrderId}`, { as: opened.viewer, body: { couponCode: code } });
    return { ...opened, checkout: await open(opened.viewer, opened.order) };
  }

  test('is taken when the payment begins and given back when it is dismissed', async () => {
    const { couponCode } = await house.aCoupon({ totalLimit: 1 });
    const { viewer, order } = await withCoupon(couponCode);
    expect(await usesOf(couponCode)).toBe(1);
    await report(viewer, order, { paymentStatus: 'CANCELLED' });
    expect(await usesOf(couponCode)).toBe(0);
  });

  test('given back and used by another, keeps a late capture from opening the ticket: the money is held', async () => {
    await dropWebhooks();
    const { couponCode } = await house.aCoupon({ totalLimit: 1 });
    const late = await withCoupon(couponCode);
    await report(late.viewer, late.order, { paymentStatus: 'CANCELLED' });
    const quick = await withCoupon(couponCode);
    expect(quick.checkout.order_id).toMatch(/^order_/);
    await pay(late.checkout.order_id);
    clock.advance(MINUTE);
    await reconcile(house.deps);
    expect([await statusOf(late.viewer, late.order), await heldFor(late.order)]).toEqual(['CANCELLED', 1]);
    expect(await usesOf(couponCode)).toBe(1);
  });
});

describe('news of one payment', () => {
  test('that was held, the promise of it coming after, lets nobody wait for a bank', async () => {
    await dropWebhooks();
    const { couponCode } = await house.aCoupon({ totalLimit: 1 });
    const orderWith = async () => {
      const opened = await anOpenPayment();
      const { movieOrderId } = opened.order;
      await house.put(`/api/ott/orders/${movieOrderId}`, { as: opened.viewer, body: { couponCode } });
      return { ...opened, checkout: await open(opened.viewer, opened.order) };
    };
    const late = await orderWith();
    await report(late.viewer, late.order, { paymentStatus: 'CANCELLED' });
    await orderWith();
    const proof = await pay(late.checkout.order_id);
    await paidReport(late.viewer, late.order, proof);
    expect([await statusOf(late.viewer, late.order), await heldFor(late.order)]).toEqual(['CANCELLED', 1]);
    const payment = await house.deps.payments.razorpay!.fetchPayment(proof.razorpay_payment_id);
    expect(await applyPayment(house.deps, { ...payment, status: 'authorized' }, 'webhook')).toBe('known');
    expect(await statusOf(late.viewer, late.order)).toBe('CANCELLED');
  });

  test.each([
    ['twice', { webhook: 'duplicate', copies: 3, times: 4 }],
    ['in reverse', { webhook: 'reorder', count: 3 }],
    ['with a broken signature first', { webhook: 'corrupt_signature', times: 4 }],
  ])('that comes %s opens one ticket', async (_, script) => {
    await house.script({ provider: 'razorpay', ...script });
    const { viewer, order, checkout } = await anOpenPayment();
    const proof = await pay(checkout.order_id);
    await Promise.all([
      paidReport(viewer, order, proof),
      paidReport(viewer, order, proof),
      reconcile(house.deps),
      house.script({ provider: 'razorpay', action: 'release' }),
    ]);
    await webhooks();
    expect([await statusOf(viewer, order), await ticketsOf(order), await heldFor(order)]).toEqual(['PAID', 1, 0]);
  });

  test('by webhook, browser and reconciler at once opens one ticket, whatever the order (20 rounds)', async () => {
    for (let round = 0; round < 20; round++) {
      const { viewer, order, checkout } = await anOpenPayment();
      const proof = await pay(checkout.order_id);
      const sources = [
        () => paidReport(viewer, order, proof),
        () => reconcile(house.deps),
        () => paidReport(viewer, order, proof),
        () => report(viewer, order, { paymentStatus: 'CANCELLED' }),
      ];
      await Promise.all(inRandomOrder(sources, round).map((source) => source()));
      await webhooks();
      const books = [await statusOf(viewer, order), await ticketsOf(order), await heldFor(order)];
      expect(books, `round ${round} of seed ${SEED}`).toEqual(['PAID', 1, 0]);
    }
  });
});

describe('the webhook', () => {
  const secret = SANDBOX_CREDENTIALS.razorpay.webhookSecret;
  const send = (body: string, signature: string, id = 'evt_1') =>
    house.post('/api/ott/payments/webhooks/razorpay', {
      body,
      headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id },
    });
  const sign = (body: string) => createHmac('sha256', secret).update(body).digest('hex');

  test('takes nothing that is not signed', async () => {
    const body = '{"entity":"event","event":"payment.captured","payload":{}}';
    expect((await send(body, '')).status).toBe(401);
    expect((await send(body, sign(`${body} `))).status).toBe(401);
  });

  test('answers bad input with a 4xx and stores an event once', async () => {
    for (const body of ['', 'nonsense', '{}', '[]', '{"event":7}'])
      expect((await send(body, sign(body))).status).toBe(400);
    const event = '{"entity":"event","event":"payment.pending","payload":{}}';
    expect((await send(event, sign(event), 'evt_2')).json).toEqual({ status: 'stored' });
    expect((await send(event, sign(event), 'evt_2')).json).toEqual({ status: 'known' });
  });

  test('of a payment that is not ours is stored and changes nothing', async () => {
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
