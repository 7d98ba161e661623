import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/limits/durations.ts';
import { createRazorpay } from '#server/ports/payments/razorpay.ts';
import { razorpay as razorpayDefinition } from '#server/ports/payments/razorpay-definition.ts';
import { EVENTS } from '#sandbox/razorpay/scripts.ts';
import { readRazorpayEvent } from '#server/ports/payments/razorpay-wire.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { aSandbox } from '../../support/sandbox.ts';
import { testNow } from '../../support/test-now.ts';

const ORDER = {
  amount: 8800,
  currency: 'INR',
  receipt: 'ORD-2026-000123',
  description: 'A ticket',
  notes: { movieOrderId: '123' },
};
const OPTIONS = {
  baseUrl: 'https://api.example.test/v1',
  keyId: 'rzp_test_SBX',
  keySecret: 'sandbox_key_secret_01',
  webhookSecrets: ['sandbox_webhook_secret_02', 'sandbox_webhook_secret_01'],
};
const answering = (body: string, status = 200) =>
  createRazorpay({ ...OPTIONS, fetch: async () => new Response(body, { status }) });

describe('signatures', () => {
  const razorpay = createRazorpay(OPTIONS);
  const proof = {
    razorpay_order_id: 'order_SBX0000000001',
    razorpay_payment_id: 'pay_SBX0000000001',
    razorpay_signature: 'df7e08b90705792f3ad36489c94f89b59a0ff1806b69279cadaeb619aa14670f',
  };
  const body = '{"entity":"event","event":"payment.captured","payload":{}}';
  const signature = '267e59b54319b54e47f22ca0c145a8b74f8e9bf507e6b470c9b6316e6fdc82c9';

  test('accepts the proof of a payment', () => {
    expect(razorpay.readProof({ paymentStatus: 'PAID', ...proof })).toEqual({
      orderId: 'order_SBX0000000001',
      paymentId: 'pay_SBX0000000001',
    });
  });

  test.each([
    { name: 'another order', forged: { ...proof, razorpay_order_id: 'order_SBX0000000002' } },
    { name: 'another payment', forged: { ...proof, razorpay_payment_id: 'pay_SBX0000000002' } },
    {
      name: 'a cut signature',
      forged: { ...proof, razorpay_signature: proof.razorpay_signature.slice(0, -2) },
    },
    { name: 'no signature', forged: { ...proof, razorpay_signature: '' } },
    {
      name: 'letters of more than one byte',
      forged: { ...proof, razorpay_signature: 'é'.repeat(64) },
    },
  ])('refuses $name', ({ forged }) => {
    expect(razorpay.readProof({ paymentStatus: 'PAID', ...forged })).toBeNull();
  });

  test('uses exactly the webhook events that an operator is told to choose', async () => {
    const payment = {
      id: 'pay_SBX0000000001',
      entity: 'payment',
      amount: 17600,
      currency: 'INR',
      status: 'captured',
      order_id: 'order_SBX0000000001',
      captured: true,
      notes: [],
      created_at: 1767225660,
    };
    const refund = {
      id: 'rfnd_SBX0000000001',
      entity: 'refund',
      amount: 17600,
      currency: 'INR',
      status: 'processed',
      payment_id: payment.id,
      notes: [],
      created_at: 1767229200,
    };
    const dispute = {
      id: 'disp_SBX0000000001',
      payment_id: payment.id,
      amount: 17600,
      currency: 'INR',
      status: 'open',
    };
    const used: string[] = [];
    for (const event of EVENTS) {
      const entities = event.startsWith('refund.')
        ? { payment: { entity: payment }, refund: { entity: refund } }
        : event.startsWith('payment.dispute.')
          ? { payment: { entity: payment }, dispute: { entity: dispute } }
          : null;
      const text = JSON.stringify({
        entity: 'event',
        event,
        payload: entities ?? { payment: { entity: payment } },
      });
      const hmac = createHmac('sha256', OPTIONS.webhookSecrets[0]!).update(text).digest('hex');
      const read = await razorpay.readWebhook(text, new Headers({ 'x-razorpay-signature': hmac }));
      if (read?.payment || read?.fetchBy || read?.dispute) used.push(event);
    }
    expect(used).toEqual(razorpayDefinition.webhookEvents);
  });

  test('accepts a webhook with the current and with the previous secret', async () => {
    const read = (
      text: string,
      headers: Record<string, string>,
      webhookSecrets = OPTIONS.webhookSecrets,
    ) => createRazorpay({ ...OPTIONS, webhookSecrets }).readWebhook(text, new Headers(headers));
    const signed = { 'x-razorpay-signature': signature };
    expect(await read(body, signed)).toMatchObject({ name: 'payment.captured' });
    expect(await read(body, signed, ['sandbox_webhook_secret_01'])).toMatchObject({
      name: 'payment.captured',
    });
    expect(await read(body, signed, ['sandbox_webhook_secret_02'])).toBeNull();
    expect(await read(`${body} `, signed)).toBeNull();
    expect(await read(body, {})).toBeNull();
  });

  test('accepts the signature of a webhook’s bytes, and refuses its body if it is no object', async () => {
    const sign = (text: string) => ({
      'x-razorpay-signature': createHmac('sha256', OPTIONS.webhookSecrets[0]!)
        .update(Buffer.from(text))
        .digest('hex'),
    });
    const accented = body.replace('event"', 'event","payer":"Renée"');
    expect(accented).toContain('é');
    expect(await razorpay.readWebhook(accented, new Headers(sign(accented)))).toMatchObject({
      name: 'payment.captured',
    });
    const withoutPayload = '{"entity":"event","event":"payment.captured"}';
    const signed = {
      'x-razorpay-signature': '7561411e20e1f66cc95a9aa708de88c0bb162a1d0ea538a3e25d2d48ff922efa',
    };
    expect(await razorpay.readWebhook(withoutPayload, new Headers(signed))).toMatchObject({
      payment: null,
      fetchBy: null,
    });
    const noObject = '["payment.captured"]';
    await expect(razorpay.readWebhook(noObject, new Headers(sign(noObject)))).rejects.toMatchObject(
      {
        kind: 'garbled',
      },
    );
  });
});

describe('Razorpay’s data', () => {
  test('empty notes as an array, missing fields and unknown statuses are accepted', () => {
    const entity = {
      id: 'pay_1',
      amount: 100,
      currency: 'INR',
      status: 'pending',
      notes: [],
      error_code: '',
      method: '',
    };
    const event = readRazorpayEvent(
      JSON.stringify({ event: 'payment.pending', payload: { payment: { entity } } }),
    );
    expect(event).toMatchObject({ event: 'payment.pending', dispute: undefined });
    expect(event.payment).toMatchObject({
      status: 'unknown',
      orderId: null,
      method: null,
      fee: null,
      createdAt: null,
    });
  });

  test.each([
    [1180, 1180],
    [0, 0],
    [null, null],
    [undefined, null],
    ['free', null],
  ])('the fee %j of a payment is read as %j', (fee, expectedFee) => {
    const entity = { id: 'pay_1', amount: 50_000, currency: 'INR', status: 'captured', fee };
    const event = readRazorpayEvent(
      JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } }),
    );
    expect(event.payment).toMatchObject({ status: 'captured', fee: expectedFee });
  });

  const event = (payload: object) =>
    JSON.stringify({ event: 'order.paid', created_at: 'now', payload });
  const payment = { id: 'pay_1', amount: 100, currency: 'INR', status: 'captured' };
  test.each([
    [
      'an order in a new state',
      { payment: { entity: payment }, order: { entity: { id: 'o', status: 'closed' } } },
    ],
    ['a time as text', { payment: { entity: { ...payment, created_at: 'today' } } }],
    [
      'a refund in a new state',
      { payment: { entity: payment }, refund: { entity: { id: 'r', status: 'created' } } },
    ],
  ])('an event with %s is read', (_, payload) => {
    expect(readRazorpayEvent(event(payload)).payment).toMatchObject({
      id: 'pay_1',
      status: 'captured',
    });
  });

  test('of a payment that lacks what we need, an event names the id to fetch', () => {
    const { amount: _, ...incomplete } = payment;
    expect(readRazorpayEvent(event({ payment: { entity: incomplete } }))).toMatchObject({
      payment: undefined,
      namedPaymentId: 'pay_1',
    });
  });

  test('a webhook body that is no object is garbled', () => {
    expect(readRazorpayEvent('{"event":1}')).toMatchObject({
      event: 'unknown',
      payment: undefined,
    });
    expect(() => readRazorpayEvent('[]')).toThrow(expect.objectContaining({ kind: 'garbled' }));
    expect(() => readRazorpayEvent('<html>')).toThrow(ProviderError);
  });

  test.each(['amount', 'currency', 'payment_id', 'status'])(
    'a refund without %s is garbled',
    async (field) => {
      const refund = {
        id: 'rfnd_1',
        amount: 100,
        currency: 'INR',
        payment_id: 'pay_1',
        status: 'processed',
      };
      const fetchRefund = (reply: object) => answering(JSON.stringify(reply)).fetchRefund('rfnd_1');
      expect(await fetchRefund(refund)).toMatchObject({ id: 'rfnd_1', status: 'done' });
      await expect(fetchRefund({ ...refund, [field]: undefined })).rejects.toMatchObject({
        kind: 'garbled',
      });
    },
  );

  test.each([
    { name: 'a page instead of JSON', body: '<html>', status: 200, kind: 'garbled' },
    { name: 'another shape', body: '{"id":"pay_1"}', status: 200, kind: 'garbled' },
    { name: 'a broken gateway', body: '<html>', status: 502, kind: 'unreachable' },
    { name: 'too many requests', body: '{}', status: 429, kind: 'unreachable' },
    { name: 'a first request still under way', body: '{}', status: 409, kind: 'unreachable' },
    { name: 'a refusal without a body', body: '', status: 400, kind: 'refused' },
  ])('$name is $kind', async ({ body, status, kind }) => {
    await expect(answering(body, status).fetchPayment('pay_1')).rejects.toMatchObject({
      name: 'ProviderError',
      kind,
    });
  });
});

test('refuses a live key outside production and a sandbox in production', () => {
  expect(() => createRazorpay({ ...OPTIONS, keyId: 'rzp_live_1' })).toThrow('live key');
  const baseUrl = 'https://cinema.example/sandbox/razorpay/v1';
  expect(() => createRazorpay({ ...OPTIONS, baseUrl, isProduction: true })).toThrow('sandbox');
});

describe('against the sandbox', () => {
  let sandbox: Awaited<ReturnType<typeof aSandbox>>;
  let razorpay: ReturnType<typeof createRazorpay>;

  beforeEach(async () => {
    sandbox = await aSandbox();
    razorpay = sandbox.razorpay();
  });
  afterEach(() => sandbox.stop());

  const read = async (path: string) => (await (await sandbox.get(path)).json()) as object;
  const countOrders = async () =>
    ((await (await sandbox.get('/orders?count=100')).json()) as { count: number }).count;
  const proofOf = async (orderId: string) =>
    (await (await sandbox.pay(orderId)).json()) as Record<
      `razorpay_${'payment_id' | 'order_id' | 'signature'}`,
      string
    >;
  async function aPaidOrder() {
    const order = await razorpay.createOrder(ORDER);
    return { order, proof: await proofOf(order.id) };
  }

  test('an order is created, paid and captured, and its proof is valid', async () => {
    const { order, proof } = await aPaidOrder();
    expect(order).toMatchObject({ amount: 8800, receipt: ORDER.receipt, status: 'created' });
    expect(razorpay.readProof({ paymentStatus: 'PAID', ...proof })).toEqual({
      orderId: order.id,
      paymentId: proof.razorpay_payment_id,
    });
    expect(await razorpay.fetchPayment(proof.razorpay_payment_id)).toMatchObject({
      orderId: order.id,
      amount: 8800,
      currency: 'INR',
      status: 'captured',
      awaitsCapture: false,
    });
    expect(await razorpay.fetchOrderPayments(order.id)).toMatchObject([
      { id: proof.razorpay_payment_id },
    ]);
    expect(await razorpay.createOrder(ORDER)).toMatchObject({
      id: order.id,
      status: 'paid',
      amount_paid: 8800,
    });
    expect(await read(`/orders/${order.id}`)).toMatchObject({
      notes: ORDER.notes,
      amount_paid: 8800,
    });
  });

  test('a signature is not valid for another order', async () => {
    const { proof } = await aPaidOrder();
    const other = await razorpay.createOrder({ ...ORDER, receipt: 'ORD-2' });
    expect(
      razorpay.readProof({ paymentStatus: 'PAID', ...proof, razorpay_order_id: other.id }),
    ).toBeNull();
  });

  test('the same receipt returns the same order', async () => {
    const first = await razorpay.createOrder(ORDER);
    expect(await razorpay.createOrder(ORDER)).toEqual(first);
    expect(await countOrders()).toBe(1);
  });

  test('the same receipt with another amount is refused', async () => {
    await razorpay.createOrder(ORDER);
    const other = razorpay.createOrder({ ...ORDER, amount: 4400 });
    await expect(other).rejects.toMatchObject({ kind: 'refused', code: 'RECEIPT_REUSED' });
  });

  test('an unknown receipt finds nothing and gets an order of its own', async () => {
    const first = await razorpay.createOrder(ORDER);
    expect(await read('/orders?receipt=unknown')).toMatchObject({ items: [] });
    expect((await razorpay.createOrder({ ...ORDER, receipt: 'unknown' })).id).not.toBe(first.id);
    expect(await countOrders()).toBe(2);
  });

  test.each([
    { name: 'a 500', script: { api: 'error_500', call: 'createOrder', applied: true } },
    { name: 'a timeout', script: { api: 'timeout', call: 'createOrder', applied: true } },
  ])('an order whose response is lost by $name is created once', async ({ script }) => {
    await sandbox.script(script);
    expect(await sandbox.razorpay({ timeoutMs: 300 }).createOrder(ORDER)).toMatchObject({
      status: 'created',
    });
    expect(await countOrders()).toBe(1);
  });

  test('a temporary failure of the search is retried', async () => {
    await sandbox.script({ api: 'error_500', call: 'listOrders' });
    expect(await razorpay.createOrder(ORDER)).toMatchObject({ receipt: ORDER.receipt });
  });

  test('a permanent failure is unreachable', async () => {
    await sandbox.script({ api: 'error_500', call: 'listOrders', times: 5 });
    await expect(razorpay.createOrder(ORDER)).rejects.toMatchObject({
      kind: 'unreachable',
      status: 500,
    });
  });

  test('a timeout is unreachable', async () => {
    await sandbox.script({ api: 'timeout', call: 'fetchPayment' });
    const call = sandbox.razorpay({ timeoutMs: 100 }).fetchPayment('pay_1');
    await expect(call).rejects.toMatchObject({ kind: 'unreachable', status: undefined });
  });

  test('a stopped server is unreachable', async () => {
    const unreachable = createRazorpay({ ...OPTIONS, baseUrl: 'http://127.0.0.1:9/v1' });
    await expect(unreachable.fetchPayment('pay_1')).rejects.toMatchObject({ kind: 'unreachable' });
  });

  test('a wrong key and an unknown payment are refused with the provider’s message', async () => {
    await expect(razorpay.fetchPayment('pay_AAAAAAAAAAAAAA')).rejects.toMatchObject({
      kind: 'refused',
      status: 400,
      code: 'BAD_REQUEST_ERROR',
      description: 'The id provided does not exist',
    });
    const wrongClient = sandbox.razorpay({ keySecret: 'wrong' });
    await expect(wrongClient.createOrder(ORDER)).rejects.toMatchObject({
      kind: 'refused',
      status: 401,
    });
  });

  test('an authorised payment is captured once, for its full amount', async () => {
    await sandbox.script({ pay: 'authorise_only' });
    const payment = await razorpay.fetchPayment((await aPaidOrder()).proof.razorpay_payment_id);
    expect(payment).toMatchObject({ status: 'authorized', awaitsCapture: false });
    const later = sandbox.razorpay({ now: () => new Date(testNow().getTime() + 14 * MINUTE) });
    expect(await later.fetchPayment(payment.id)).toMatchObject({
      status: 'authorized',
      awaitsCapture: true,
    });
    await expect(razorpay.capture({ ...payment, amount: 100 })).rejects.toMatchObject({
      kind: 'refused',
    });
    expect(await razorpay.capture(payment)).toMatchObject({ status: 'captured' });
    const again = await sandbox.post(`/payments/${payment.id}/capture`, {
      amount: 8800,
      currency: 'INR',
    });
    expect(again.status).toBe(400);
    expect(await razorpay.capture(payment)).toMatchObject({ id: payment.id, status: 'captured' });
  });

  test('more disputes and refunds than fit into one page are listed', async () => {
    const paymentId = (await aPaidOrder()).proof.razorpay_payment_id;
    for (let count = 0; count < 101; count++)
      await sandbox.script({ action: 'dispute', payment_id: paymentId, amountInPaise: 1 });
    for (let count = 0; count < 3; count++)
      await sandbox.post(`/payments/${paymentId}/refund`, { amount: 100 });
    const { disputes, refundedPaymentIds } = await razorpay.listReturns(
      new Date(testNow().getTime() - MINUTE),
    );
    expect(new Set(disputes.map(({ id }) => id)).size).toBe(101);
    expect(disputes[0]).toMatchObject({ paymentId, state: 'open', amount: 1 });
    expect(refundedPaymentIds).toEqual([paymentId, paymentId, paymentId]);
    const later = await razorpay.listReturns(new Date(testNow().getTime() + MINUTE));
    expect(later.refundedPaymentIds).toEqual([]);
  });

  test('the same key returns the same refund, and another body with the key is refused', async () => {
    const paymentId = (await aPaidOrder()).proof.razorpay_payment_id;
    const wanted = { paymentId, amount: 4400, currency: 'INR', idempotencyKey: 'refund-123-1' };
    const refund = await razorpay.refund(wanted);
    expect(refund).toMatchObject({ paymentId, amount: 4400, status: 'done' });
    expect(await razorpay.refund(wanted)).toEqual(refund);
    expect(await razorpay.fetchRefund(refund.id)).toEqual(refund);
    await expect(razorpay.refund({ ...wanted, amount: 100 })).rejects.toMatchObject({
      kind: 'refused',
    });
    expect(await razorpay.fetchPayment(paymentId)).toMatchObject({ status: 'captured' });
    expect(await read(`/payments/${paymentId}`)).toMatchObject({ amount_refunded: 4400 });
    const secondRefund = await sandbox.post(`/payments/${paymentId}/refund`, { receipt: 'RF-2' });
    expect(await secondRefund.json()).toMatchObject({ amount: 4400, receipt: 'RF-2' });
    expect(await razorpay.fetchPayment(paymentId)).toMatchObject({ status: 'refunded' });
  });

  test('received webhooks are verified and parsed', async () => {
    const { order, proof } = await aPaidOrder();
    await sandbox.waitUntilIdle();
    const payment = {
      id: proof.razorpay_payment_id,
      orderId: order.id,
      amount: 8800,
      status: 'captured',
    };
    const events = [];
    for (const { body, signature } of sandbox.receivedWebhooks)
      events.push(
        await razorpay.readWebhook(body, new Headers({ 'x-razorpay-signature': signature })),
      );
    expect(events).not.toContain(null);
    expect(events.at(-1)).toMatchObject({ name: 'order.paid', payment });
    expect(readRazorpayEvent(sandbox.receivedWebhooks.at(-1)!.body)).toMatchObject({
      event: 'order.paid',
      payment,
    });
  });

  test('a webhook with a corrupted signature is refused', async () => {
    await sandbox.script({ webhook: 'corrupt_signature' });
    await aPaidOrder();
    await sandbox.waitUntilIdle();
    const { body, signature } = sandbox.receivedWebhooks[0]!;
    expect(
      await razorpay.readWebhook(body, new Headers({ 'x-razorpay-signature': signature })),
    ).toBeNull();
  });
});
