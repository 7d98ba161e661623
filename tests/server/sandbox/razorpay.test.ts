import { createHmac } from 'node:crypto';
import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONTROL_BUTTONS } from '#sandbox/control-buttons.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { aSandbox, RAZORPAY_KEYS } from '../../support/sandbox.ts';

const AUTOMATIC = { capture: 'automatic' };
const NEW_ORDER = { amount: 17600, currency: 'INR', receipt: 'ORD-1', payment: AUTOMATIC };
const PAYMENT_EVENTS = ['payment.authorized', 'payment.captured', 'order.paid'];

let sandbox: Awaited<ReturnType<typeof aSandbox>>;

beforeEach(async () => {
  sandbox = await aSandbox({
    journalFile: join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'state', 'journal.jsonl'),
  });
});
afterEach(() => sandbox.stop());

const sign = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');
const json = async (response: Promise<Response>) => (await (await response).json()) as any;
const anOrder = async (body: object = NEW_ORDER) =>
  (await json(sandbox.post('/orders', body))).id as string;
const aPayment = async (orderId: string) =>
  (await json(sandbox.pay(orderId))).razorpay_payment_id as string;
const order = (id: string) => json(sandbox.get(`/orders/${id}`));
const payment = (id: string) => json(sandbox.get(`/payments/${id}`));
const aFailedPayment = async (orderId: string) =>
  (await json(sandbox.pay(orderId, 'failure@razorpay'))).error.metadata.payment_id;

describe('orders', () => {
  test('are listed between two times, and no parameter is ignored', async () => {
    const id = await anOrder();
    const { created_at: createdAt } = await order(id);
    const idsOf = async (query: string) =>
      (await json(sandbox.get(`/orders?${query}`))).items.map((each: { id: string }) => each.id);
    expect(await idsOf(`from=${createdAt}&to=${createdAt}`)).toEqual([id]);
    expect(await idsOf(`from=${createdAt + 1}`)).toEqual([]);
    expect(await idsOf(`to=${createdAt - 1}`)).toEqual([]);
    expect((await json(sandbox.get('/orders?expand[]=card'))).error.description).toContain(
      'each expand must be',
    );
    for (const path of [
      '/orders?colour=red',
      `/orders/${id}?expand[]=payments`,
      '/refunds?payment_id=x',
    ])
      expect((await json(sandbox.get(path))).error.description).toContain('should not be sent');
  });

  test('an order has the documented shape, with an empty array for empty notes', async () => {
    expect(await order(await anOrder())).toEqual({
      id: expect.stringMatching(/^order_\w{14}$/),
      entity: 'order',
      amount: 17600,
      amount_paid: 0,
      amount_due: 17600,
      currency: 'INR',
      receipt: 'ORD-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: [],
      created_at: expect.any(Number),
    });
  });

  test.each([
    {
      name: 'a small amount',
      body: { ...NEW_ORDER, amount: 99 },
      description: 'The amount must be at least INR 1.00',
    },
    {
      name: 'paise in fractions',
      body: { ...NEW_ORDER, amount: 100.5 },
      description: 'The amount must be an integer.',
    },
    {
      name: 'a missing amount',
      body: { currency: 'INR' },
      description: 'The amount field is required.',
    },
    {
      name: 'a missing currency',
      body: { amount: 100 },
      description: 'The currency field is required.',
    },
    {
      name: 'a long receipt',
      body: { ...NEW_ORDER, receipt: 'x'.repeat(41) },
      description: 'The receipt may not be greater than 40 characters.',
    },
    {
      name: 'an unknown field',
      body: { ...NEW_ORDER, colour: 'red' },
      description: 'colour is/are not required and should not be sent',
    },
  ])('refuses $name with the documented text', async ({ body, description }) => {
    const response = await sandbox.post('/orders', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'BAD_REQUEST_ERROR',
        description,
        reason: 'input_validation_failed',
        metadata: {},
      },
    });
  });

  test('wrong keys get 401', async () => {
    const response = await sandbox.get('/orders', {
      authorization: `Basic ${btoa('rzp_test_SBX:wrong')}`,
    });
    expect(response.status).toBe(401);
    expect((await response.json()) as object).toMatchObject({
      error: { description: 'Authentication failed' },
    });
  });

  test('the orders of a receipt are listed newest first', async () => {
    const [first, second] = [await anOrder(), await anOrder()];
    await anOrder({ ...NEW_ORDER, receipt: 'ORD-2' });
    const list = await json(sandbox.get('/orders?receipt=ORD-1'));
    expect(list).toMatchObject({
      entity: 'collection',
      count: 2,
      items: [{ id: second }, { id: first }],
    });
  });

  test('an unknown id is refused, and an id of another form', async () => {
    const unknown = { error: { description: 'The id provided does not exist' } };
    expect(await order('order_AAAAAAAAAAAAAA')).toMatchObject(unknown);
    expect(await order('order_AAAAAAAAAAAAAA/payments')).toMatchObject(unknown);
    expect(await payment('pay_AAAAAAAAAAAAAA')).toMatchObject(unknown);
    expect(await payment('pay_nobody')).toMatchObject({
      error: { description: 'pay_nobody is not a valid id' },
    });
  });

  test.each([
    { amount: '17600', reply: { amount: 17600 } },
    {
      amount: '176.00',
      reply: { error: { description: 'The amount must be an integer.', field: 'amount' } },
    },
    {
      amount: 'all',
      reply: { error: { description: 'The amount must be an integer.', field: 'amount' } },
    },
    {
      amount: '99',
      reply: { error: { description: 'The amount must be at least INR 1.00', field: 'amount' } },
    },
  ])('an amount of the text $amount is read as Razorpay does', async ({ amount, reply }) => {
    expect(await json(sandbox.post('/orders', { ...NEW_ORDER, amount }))).toMatchObject(reply);
  });
});

describe('payments', () => {
  test('a payment is captured automatically if the order says so, and its proof is signed', async () => {
    const id = await anOrder();
    const proof = await json(sandbox.pay(id));
    expect(proof).toEqual({
      razorpay_order_id: id,
      razorpay_payment_id: expect.stringMatching(/^pay_\w{14}$/),
      razorpay_signature: sign(RAZORPAY_KEYS.keySecret, `${id}|${proof.razorpay_payment_id}`),
    });
    expect(await payment(proof.razorpay_payment_id)).toMatchObject({
      status: 'captured',
      captured: true,
      fee: 416,
      tax: 64,
    });
    expect(await order(id)).toMatchObject({
      status: 'paid',
      attempts: 1,
      amount_paid: 17600,
      amount_due: 0,
    });
  });

  test('a declined payment leaves the order open for another attempt', async () => {
    const id = await anOrder();
    const response = await sandbox.pay(id, 'failure@razorpay');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { reason: 'payment_failed', metadata: { order_id: id } },
    });
    expect(await order(id)).toMatchObject({ status: 'attempted', attempts: 1 });

    await aPayment(id);
    expect(await order(id)).toMatchObject({ status: 'paid', attempts: 2 });
    const { items } = await json(sandbox.get(`/orders/${id}/payments`));
    expect(items).toMatchObject([
      { status: 'captured' },
      { status: 'failed', error_reason: 'payment_failed' },
    ]);
  });

  test('a paid order accepts no other payment', async () => {
    const id = await anOrder();
    await aPayment(id);
    expect(await json(sandbox.pay(id))).toMatchObject({
      error: { description: expect.stringContaining('already paid') },
    });
  });

  test('without automatic capture, the merchant captures the full amount once', async () => {
    const id = await aPayment(await anOrder({ amount: 5000, currency: 'INR' }));
    const capture = (amount: number) =>
      json(sandbox.post(`/payments/${id}/capture`, { amount, currency: 'INR' }));
    expect(await payment(id)).toMatchObject({ status: 'authorized', captured: false, fee: null });
    expect(await capture(4900)).toMatchObject({
      error: { description: 'Capture amount must be equal to the amount authorized.' },
    });
    expect(await capture(5000)).toMatchObject({ status: 'captured' });
    expect(await capture(5000)).toMatchObject({
      error: { description: expect.stringContaining('already paid') },
    });
  });

  test.each([
    { name: 'fail', script: { pay: 'fail' }, status: 'failed' },
    { name: 'authorise_only', script: { pay: 'authorise_only' }, status: 'authorized' },
    { name: 'capture_later', script: { pay: 'capture_later', afterMs: 1 }, status: 'captured' },
    {
      name: 'fail, and be captured later',
      script: { pay: 'fail', afterMs: 1 },
      status: 'captured',
    },
  ])('a script can make the next payment $name', async ({ script, status }) => {
    const id = await anOrder();
    await sandbox.script(script);
    await sandbox.pay(id);
    await sandbox.waitUntilIdle();
    expect(await json(sandbox.get(`/orders/${id}/payments`))).toMatchObject({
      count: 1,
      items: [{ status }],
    });
  });

  test('a script can give a payment a wrong signature', async () => {
    const id = await anOrder();
    await sandbox.script({ pay: 'corrupt_signature' });
    const proof = await json(sandbox.pay(id));
    expect(proof.razorpay_signature).not.toBe(
      sign(RAZORPAY_KEYS.keySecret, `${id}|${proof.razorpay_payment_id}`),
    );
  });

  test('a script can give a payment another amount than its order', async () => {
    const id = await anOrder();
    await sandbox.script({ pay: 'tamper_amount', amountInPaise: 100 });
    expect(await payment(await aPayment(id))).toMatchObject({ amount: 100, status: 'captured' });
    expect(await order(id)).toMatchObject({ status: 'attempted', amount_due: 17500 });
  });

  test('a failed payment can be captured by a command', async () => {
    const id = await anOrder();
    await sandbox.script({ action: 'capture', payment_id: await aFailedPayment(id) });
    expect(await order(id)).toMatchObject({ status: 'paid' });
  });
});

describe('refunds', () => {
  const refund = (id: string, body: object, key = 'refund-key-1') =>
    json(sandbox.post(`/payments/${id}/refund`, body, { 'X-Refund-Idempotency': key }));

  test('the same key and body give the same refund; another body is refused', async () => {
    const id = await aPayment(await anOrder());
    const first = await refund(id, { amount: 600 });
    expect(first).toMatchObject({
      entity: 'refund',
      amount: 600,
      payment_id: id,
      status: 'processed',
      notes: [],
    });
    expect(await refund(id, { amount: 600 })).toEqual(first);
    expect(await refund(id, { amount: 700 })).toMatchObject({
      error: {
        description: 'Different request with the same idempotency key has already been processed.',
      },
    });
    expect(await payment(id)).toMatchObject({
      status: 'captured',
      amount_refunded: 600,
      refund_status: 'partial',
    });
  });

  test('a refund of the remaining amount makes the payment refunded and leaves the order paid', async () => {
    const orderId = await anOrder();
    const id = await aPayment(orderId);
    await refund(id, { amount: 600 });
    expect(await refund(id, {}, 'refund-key-2')).toMatchObject({ amount: 17000 });
    expect(await payment(id)).toMatchObject({
      status: 'refunded',
      amount_refunded: 17600,
      refund_status: 'full',
    });
    expect(await order(orderId)).toMatchObject({ status: 'paid' });
    expect(await refund(id, {}, 'refund-key-3')).toHaveProperty('error');
  });

  test('a short key, too much money and an uncaptured payment are refused', async () => {
    const id = await aPayment(await anOrder());
    expect(await refund(id, {}, 'short')).toHaveProperty('error');
    expect(await refund(id, { amount: 17700 })).toMatchObject({
      error: { description: 'The refund amount provided is greater than amount captured.' },
    });
    const authorised = await aPayment(await anOrder({ amount: 5000, currency: 'INR' }));
    expect(await refund(authorised, {}, 'refund-key-9')).toHaveProperty('error');
  });

  test.each([
    ['finish_refund', 'processed', { status: 'refunded', amount_refunded: 17600 }],
    ['fail_refund', 'failed', { status: 'captured', amount_refunded: 0 }],
  ])('a pending refund is decided by %s', async (action, status, paid) => {
    const id = await aPayment(await anOrder());
    await sandbox.script({ refund: 'pending' });
    const waiting = await refund(id, {});
    expect(waiting.status).toBe('pending');
    expect(await refund(id, {}, 'refund-key-2')).toHaveProperty('error');
    expect(await json(sandbox.script({ action, refund_id: waiting.id }))).toMatchObject({ status });
    expect(await json(sandbox.get(`/refunds/${waiting.id}`))).toMatchObject({ status });
    expect(await payment(id)).toMatchObject(paid);
    await sandbox.waitUntilIdle();
    expect(sandbox.events().slice(-2)).toEqual(['refund.created', `refund.${status}`]);
  });

  test('a refund can fail at once, and another one is accepted', async () => {
    const id = await aPayment(await anOrder());
    await sandbox.script({ refund: 'fail' });
    expect(await refund(id, {})).toMatchObject({ status: 'failed' });
    expect(await refund(id, {}, 'refund-key-2')).toMatchObject({ status: 'processed' });
  });
});

describe('webhooks', () => {
  test('a payment sends its events in order, each with a signature and its own id', async () => {
    await aPayment(await anOrder());
    await sandbox.waitUntilIdle();
    expect(sandbox.events()).toEqual(PAYMENT_EVENTS);
    for (const { body, signature } of sandbox.receivedWebhooks)
      expect(signature).toBe(sign(RAZORPAY_KEYS.webhookSecret, body));
    expect(new Set(sandbox.receivedWebhooks.map(({ id }) => id)).size).toBe(3);
    expect(JSON.parse(sandbox.receivedWebhooks[2]!.body)).toMatchObject({
      entity: 'event',
      contains: ['payment', 'order'],
      payload: {
        payment: { entity: { status: 'captured' } },
        order: { entity: { status: 'paid', amount_due: 0 } },
      },
    });
  });

  test('a decline and a refund send events', async () => {
    const id = await anOrder();
    await aFailedPayment(id);
    await sandbox.post(`/payments/${await aPayment(id)}/refund`, {});
    await sandbox.waitUntilIdle();
    expect(sandbox.events()).toEqual([
      'payment.failed',
      ...PAYMENT_EVENTS,
      'refund.created',
      'refund.processed',
    ]);
  });

  test('a refused event is sent again with the same id and does not block the next events', async () => {
    sandbox.nextStatuses.push(503);
    await aPayment(await anOrder());
    await sandbox.waitUntilIdle();
    expect(sandbox.events()).toEqual([...PAYMENT_EVENTS, 'payment.authorized']);
    expect(sandbox.receivedWebhooks[3]).toEqual(sandbox.receivedWebhooks[0]);
  });

  test('a dropped event is never sent', async () => {
    await sandbox.script({ webhook: 'drop', event: 'payment.captured' });
    await aPayment(await anOrder());
    await sandbox.waitUntilIdle();
    expect(sandbox.events()).toEqual(['payment.authorized', 'order.paid']);
  });

  test('a duplicated event is sent several times with one id', async () => {
    await sandbox.script({ webhook: 'duplicate', copies: 2, event: 'order.paid' });
    await aPayment(await anOrder());
    await sandbox.waitUntilIdle();
    const paid = sandbox.receivedWebhooks.filter(({ event }) => event === 'order.paid');
    expect(paid).toHaveLength(3);
    expect(new Set(paid.map(({ id }) => id)).size).toBe(1);
  });

  test('reordered events are held and then sent in reverse order', async () => {
    await sandbox.script({ webhook: 'reorder', count: 3 });
    await aPayment(await anOrder());
    await sandbox.waitUntilIdle();
    expect(sandbox.events()).toEqual(PAYMENT_EVENTS.toReversed());
  });

  test('held and delayed events are sent on release', async () => {
    await sandbox.script({ webhook: 'reorder', count: 2, event: 'payment.captured' });
    await sandbox.script({ webhook: 'delay', ms: 60_000, event: 'order.paid' });
    await aPayment(await anOrder());
    await sandbox.script({ action: 'release' });
    await sandbox.waitUntilIdle();
    expect(sandbox.events().toSorted()).toEqual(PAYMENT_EVENTS.toSorted());
  });

  test('a corrupted signature is correct in the retry', async () => {
    sandbox.nextStatuses.push(200, 401);
    await sandbox.script({ webhook: 'corrupt_signature', event: 'payment.captured' });
    await aPayment(await anOrder());
    await sandbox.waitUntilIdle();
    const [forged, genuine] = sandbox.receivedWebhooks.filter(
      ({ event }) => event === 'payment.captured',
    );
    expect(forged!.signature).not.toBe(sign(RAZORPAY_KEYS.webhookSecret, forged!.body));
    expect(genuine!.signature).toBe(sign(RAZORPAY_KEYS.webhookSecret, genuine!.body));
  });

  test('an event with a tampered amount has a valid signature', async () => {
    await sandbox.script({ webhook: 'tamper_amount', amountInPaise: 1, event: 'payment.captured' });
    await aPayment(await anOrder());
    await sandbox.waitUntilIdle();
    const { body, signature } = sandbox.receivedWebhooks.find(
      ({ event }) => event === 'payment.captured',
    )!;
    expect(JSON.parse(body).payload.payment.entity.amount).toBe(1);
    expect(signature).toBe(sign(RAZORPAY_KEYS.webhookSecret, body));
  });
});

describe('a restart', () => {
  test('keeps orders, payments, refund keys and scripts', async () => {
    const id = await anOrder();
    const paymentId = await aPayment(id);
    const refund = () =>
      json(
        sandbox.post(
          `/payments/${paymentId}/refund`,
          {},
          { 'X-Refund-Idempotency': 'refund-key-1' },
        ),
      );
    const before = {
      order: await order(id),
      refund: await refund(),
      payment: await payment(paymentId),
    };
    await sandbox.script({ pay: 'fail' });
    sandbox.restart();
    expect({
      order: await order(id),
      refund: await refund(),
      payment: await payment(paymentId),
    }).toEqual(before);
    expect((await sandbox.pay(await anOrder())).status).toBe(400);
  });

  test('sends the events that were not delivered', async () => {
    await sandbox.script({ webhook: 'delay', ms: 40, times: 3 });
    await aPayment(await anOrder());
    sandbox.restart();
    await sandbox.waitUntilIdle();
    expect(sandbox.events()).toEqual(PAYMENT_EVENTS);
  });

  test('captures overdue payments', async () => {
    const id = await anOrder();
    await sandbox.script({ pay: 'capture_later', afterMs: 30 });
    await sandbox.pay(id);
    sandbox.restart();
    await sandbox.waitUntilIdle();
    expect(await order(id)).toMatchObject({ status: 'paid' });
  });

  test('survives an incomplete last line of the journal', async () => {
    const journalFile = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'journal.jsonl');
    const ownSandbox = await aSandbox({ journalFile });
    ownSandbox.restart(() =>
      appendFileSync(journalFile, '{"table":"razorpay.order","id":"order_x","ro'),
    );
    const created = (await (
      await ownSandbox.post('/orders', { amount: 5000, currency: 'INR' })
    ).json()) as {
      id: string;
    };
    ownSandbox.restart();
    const response = await ownSandbox.get(`/orders/${created.id}`);
    await ownSandbox.stop();
    expect(await response.json()).toEqual(created);
  });
});

describe('the control endpoint', () => {
  test.each([
    {
      name: 'an unknown provider',
      command: { provider: 'acme' },
      message: 'razorpay or paypal or sms',
    },
    { name: 'no command', command: {}, message: 'pay, refund, api, webhook, action' },
    { name: 'an unknown outcome', command: { pay: 'explode' }, message: 'pay' },
    { name: 'a missing amount', command: { pay: 'tamper_amount' }, message: 'amountInPaise' },
    { name: 'an unknown key', command: { webhook: 'drop', evnt: 'order.paid' }, message: 'evnt' },
    {
      name: 'an unknown payment',
      command: { action: 'capture', payment_id: 'pay_x' },
      message: 'not a valid id',
    },
  ])('answers 422 to $name', async ({ command, message }) => {
    const response = await sandbox.script(command);
    expect(response.status).toBe(422);
    expect(await json(Promise.resolve(response))).toEqual({
      message: expect.stringContaining(message),
    });
  });

  test('pays an order without its popup', async () => {
    const id = await anOrder();
    expect((await sandbox.script({ action: 'pay', order_id: id })).status).toBe(200);
    expect(await order(id)).toMatchObject({ status: 'paid' });
    expect((await sandbox.script({ action: 'pay', order_id: id })).status).toBe(422);
  });

  test('gives a validly signed proof for another order', async () => {
    const [other, id] = [await anOrder(), await anOrder()];
    await sandbox.script({ pay: 'other_order' });
    const proof = await json(sandbox.pay(id));
    expect(proof.razorpay_order_id).toBe(other);
    expect(proof.razorpay_signature).toBe(
      sign(RAZORPAY_KEYS.keySecret, `${other}|${proof.razorpay_payment_id}`),
    );
    expect(await payment(proof.razorpay_payment_id)).toMatchObject({
      order_id: id,
      status: 'captured',
    });
  });

  test('has buttons whose commands are all valid', async () => {
    for (const { label, command } of CONTROL_BUTTONS.flatMap(({ buttons }) => buttons))
      expect((await sandbox.script(command)).status, label).toBe(200);
  });

  test('lists all data and deletes it on reset', async () => {
    const id = await anOrder();
    await aPayment(id);
    expect(await json(sandbox.script({ action: 'list' }))).toMatchObject({
      orders: [{ id }],
      payments: [{ order_id: id }],
    });
    const empty = {
      scripts: [],
      orders: [],
      payments: [],
      refunds: [],
      disputes: [],
      webhooks: [],
    };
    expect(await json(sandbox.script({ action: 'reset' }))).toEqual(empty);
    sandbox.restart();
    expect(await json(sandbox.script({ action: 'list' }))).toEqual(empty);
  });
});

test.each(['/sandbox', '/sandbox/inbox'])(
  '%s is a page without inline script or style',
  async (path) => {
    await aPayment(await anOrder({ ...NEW_ORDER, receipt: '<img src=x>' }));
    const response = await fetch(sandbox.origin + path);
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(text).not.toMatch(/<script(?![^>]*src=)|<style|style=|<img|\son\w+=/);
  },
);

test('the checkout script defines window.Razorpay', async () => {
  const response = await fetch(`${sandbox.origin}/sandbox/razorpay/checkout.js`);
  expect(response.headers.get('content-type')).toContain('javascript');
  expect(await response.text()).toContain('window.Razorpay');
});

test('the sandbox does not start in production', () => {
  const options = { ...SANDBOX_CREDENTIALS, origin: 'http://x', webhookUrl: 'http://x' };
  expect(() => createSandbox({ ...options, isProduction: true })).toThrow('production');
});

describe('the bank’s app', () => {
  const payInApp = (order_id: string, answer: string) =>
    json(
      fetch(`${sandbox.origin}/sandbox/razorpay/bank`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order_id, answer }),
      }),
    );
  const waiting = (id: string) =>
    json(
      fetch(
        `${sandbox.origin}/sandbox/razorpay/upi/${id}?bankUrl=https%3A%2F%2Fbank.example%2F${id}`,
      ),
    );

  test('opens from a code or a link, and the page that waits gets the proof', async () => {
    const id = await anOrder();
    const page = await fetch(`${sandbox.origin}/sandbox/razorpay/bank/${id}`);
    expect(await page.text()).toContain('₹176');
    expect(await waiting(id)).toEqual({
      qr: { size: expect.any(Number), path: expect.any(String) },
      payments: 0,
      newest: {},
    });
    expect(await payInApp(id, 'paid')).toMatchObject({ status: 'captured', method: 'upi' });
    const { newest } = await waiting(id);
    expect(newest.proof.razorpay_signature).toBe(
      sign(RAZORPAY_KEYS.keySecret, `${id}|${newest.proof.razorpay_payment_id}`),
    );
  });

  test('declines with the bank’s reason', async () => {
    const id = await anOrder();
    expect(await payInApp(id, 'declined')).toEqual({ status: 'failed' });
    expect((await waiting(id)).newest.error).toMatchObject({
      code: 'BAD_REQUEST_ERROR',
      reason: 'payment_failed',
    });
  });

  test('takes the money without an answer, until the bank finds it', async () => {
    const id = await anOrder();
    const { id: paymentId, status } = await payInApp(id, 'silent');
    expect(status).toBe('created');
    expect((await waiting(id)).newest).toEqual({});
    await sandbox.script({ action: 'capture', payment_id: paymentId });
    expect((await waiting(id)).newest.proof.razorpay_payment_id).toBe(paymentId);
  });

  test('pays an order that another app has paid', async () => {
    const id = await anOrder();
    await payInApp(id, 'paid');
    expect(await payInApp(id, 'paid')).toMatchObject({ status: 'captured' });
    expect((await json(sandbox.get(`/orders/${id}/payments`))).count).toBe(2);
  });
});

test('a card payment names its card and no UPI address', async () => {
  const id = await anOrder();
  const response = await fetch(`${sandbox.origin}/sandbox/razorpay/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: id, method: 'card' }),
  });
  const paid = await payment((await json(Promise.resolve(response))).razorpay_payment_id);
  expect(paid).toMatchObject({
    method: 'card',
    vpa: null,
    card: { id: paid.card_id, last4: '1111' },
  });
  expect(paid).not.toHaveProperty('upi');
});
