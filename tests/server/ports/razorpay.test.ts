import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRazorpay } from '#server/ports/payments/razorpay.ts';
import { readRazorpayEvent } from '#server/ports/payments/razorpay-wire.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { aSandbox } from '../../support/sandbox.ts';

const ORDER = { amountInPaise: 8800, receipt: 'ORD-2026-000123', notes: { movieOrderId: '123' } };
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
    orderId: 'order_SBX0000000001',
    paymentId: 'pay_SBX0000000001',
    signature: 'df7e08b90705792f3ad36489c94f89b59a0ff1806b69279cadaeb619aa14670f',
  };
  const body = '{"entity":"event","event":"payment.captured"}';
  const signature = '7561411e20e1f66cc95a9aa708de88c0bb162a1d0ea538a3e25d2d48ff922efa';

  test('accepts the proof of a payment', () => {
    expect(razorpay.isPaymentSignature(proof)).toBe(true);
  });

  test.each([
    { name: 'another order', forged: { ...proof, orderId: 'order_SBX0000000002' } },
    { name: 'another payment', forged: { ...proof, paymentId: 'pay_SBX0000000002' } },
    { name: 'a cut signature', forged: { ...proof, signature: proof.signature.slice(0, -2) } },
    { name: 'no signature', forged: { ...proof, signature: '' } },
    { name: 'letters of more than one byte', forged: { ...proof, signature: 'é'.repeat(64) } },
  ])('refuses $name', ({ forged }) => {
    expect(razorpay.isPaymentSignature(forged)).toBe(false);
  });

  test('accepts a webhook with the current and with the previous secret', () => {
    const only = (secret: string) => createRazorpay({ ...OPTIONS, webhookSecrets: [secret] });
    expect(razorpay.isWebhookSignature(body, signature)).toBe(true);
    expect(razorpay.isWebhookSignature(Buffer.from(body), signature)).toBe(true);
    expect(only('sandbox_webhook_secret_02').isWebhookSignature(body, signature)).toBe(false);
    expect(razorpay.isWebhookSignature(`${body} `, signature)).toBe(false);
    expect(razorpay.isWebhookSignature(body, undefined)).toBe(false);
  });
});

describe('Razorpay’s data', () => {
  test('empty notes as an array, missing fields and unknown statuses are accepted', () => {
    const entity = { id: 'pay_1', amount: 100, currency: 'INR', status: 'pending', notes: [], error_code: '' };
    const event = readRazorpayEvent(JSON.stringify({ event: 'payment.pending', payload: { payment: { entity } } }));
    expect(event).toMatchObject({ event: 'payment.pending', createdAt: null, order: undefined });
    expect(event.payment).toMatchObject({ status: 'created', orderId: null, notes: {}, errorCode: null });
  });

  test.each([
    [1180, 1180],
    [0, 0],
    [null, null],
    [undefined, null],
    ['free', null],
  ])('the fee %j of a payment is read as %j', (fee, feeInPaise) => {
    const entity = { id: 'pay_1', amount: 50_000, currency: 'INR', status: 'captured', fee };
    const event = readRazorpayEvent(JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } }));
    expect(event.payment).toMatchObject({ status: 'captured', feeInPaise });
  });

  test('a webhook body that is no event is garbled', () => {
    expect(() => readRazorpayEvent('{"event":1}')).toThrow(expect.objectContaining({ kind: 'garbled' }));
    expect(() => readRazorpayEvent('<html>')).toThrow(ProviderError);
  });

  test.each([
    { name: 'a page instead of JSON', body: '<html>', status: 200, kind: 'garbled' },
    { name: 'another shape', body: '{"id":"pay_1"}', status: 200, kind: 'garbled' },
    { name: 'a broken gateway', body: '<html>', status: 502, kind: 'unreachable' },
    { name: 'too many requests', body: '{}', status: 429, kind: 'unreachable' },
    { name: 'a first request still under way', body: '{}', status: 409, kind: 'unreachable' },
    { name: 'a no without words', body: '', status: 400, kind: 'refused' },
  ])('$name is $kind', async ({ body, status, kind }) => {
    await expect(answering(body, status).fetchPayment('pay_1')).rejects.toMatchObject({ name: 'ProviderError', kind });
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

  const countOrders = async () => ((await (await sandbox.get('/orders?count=100')).json()) as { count: number }).count;
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
    expect(order).toMatchObject({ amountInPaise: 8800, receipt: ORDER.receipt, status: 'created', notes: ORDER.notes });
    const signed = { orderId: order.id, paymentId: proof.razorpay_payment_id, signature: proof.razorpay_signature };
    expect(razorpay.isPaymentSignature(signed)).toBe(true);
    expect(await razorpay.fetchPayment(proof.razorpay_payment_id)).toMatchObject({
      orderId: order.id,
      amountInPaise: 8800,
      currency: 'INR',
      status: 'captured',
      createdAt: expect.any(Date),
    });
    expect(await razorpay.fetchOrderPayments(order.id)).toMatchObject([{ id: proof.razorpay_payment_id }]);
    expect(await razorpay.findOrderByReceipt(ORDER.receipt)).toMatchObject({ status: 'paid', amountPaidInPaise: 8800 });
  });

  test('a signature is not valid for another order', async () => {
    const { proof } = await aPaidOrder();
    const other = await razorpay.createOrder({ ...ORDER, receipt: 'ORD-2' });
    const { razorpay_payment_id: paymentId, razorpay_signature: signature } = proof;
    expect(razorpay.isPaymentSignature({ orderId: other.id, paymentId, signature })).toBe(false);
  });

  test('the same receipt returns the same order', async () => {
    const first = await razorpay.createOrder(ORDER);
    expect(await razorpay.createOrder(ORDER)).toEqual(first);
    expect(await countOrders()).toBe(1);
  });

  test('the same receipt with another amount is refused', async () => {
    await razorpay.createOrder(ORDER);
    const other = razorpay.createOrder({ ...ORDER, amountInPaise: 4400 });
    await expect(other).rejects.toMatchObject({ kind: 'refused', code: 'RECEIPT_REUSED' });
  });

  test('an unknown receipt finds nothing', async () => {
    expect(await razorpay.findOrderByReceipt('unknown')).toBeUndefined();
  });

  test.each([
    { name: 'a 500', script: { api: 'error_500', call: 'createOrder', applied: true } },
    { name: 'a timeout', script: { api: 'timeout', call: 'createOrder', applied: true } },
  ])('an order whose response is lost by $name is created once', async ({ script }) => {
    await sandbox.script(script);
    expect(await sandbox.razorpay({ timeoutMs: 300 }).createOrder(ORDER)).toMatchObject({ status: 'created' });
    expect(await countOrders()).toBe(1);
  });

  test('a temporary failure of the search is retried', async () => {
    await sandbox.script({ api: 'error_500', call: 'listOrders' });
    expect(await razorpay.createOrder(ORDER)).toMatchObject({ receipt: ORDER.receipt });
  });

  test('a permanent failure is unreachable', async () => {
    await sandbox.script({ api: 'error_500', call: 'listOrders', times: 5 });
    await expect(razorpay.createOrder(ORDER)).rejects.toMatchObject({ kind: 'unreachable', status: 500 });
  });

  test('a timeout is unreachable', async () => {
    await sandbox.script({ api: 'timeout', call: 'fetchPayment' });
    const asked = sandbox.razorpay({ timeoutMs: 100 }).fetchPayment('pay_1');
    await expect(asked).rejects.toMatchObject({ kind: 'unreachable', status: undefined });
  });

  test('a stopped server is unreachable', async () => {
    const unreachable = createRazorpay({ ...OPTIONS, baseUrl: 'http://127.0.0.1:9/v1' });
    await expect(unreachable.fetchPayment('pay_1')).rejects.toMatchObject({ kind: 'unreachable' });
  });

  test('a wrong key and an unknown payment are refused with the provider’s message', async () => {
    await expect(razorpay.fetchPayment('pay_nobody')).rejects.toMatchObject({
      kind: 'refused',
      status: 400,
      code: 'BAD_REQUEST_ERROR',
      description: 'The id provided does not exist',
    });
    const stranger = sandbox.razorpay({ keySecret: 'wrong' });
    await expect(stranger.createOrder(ORDER)).rejects.toMatchObject({ kind: 'refused', status: 401 });
  });

  test('an authorised payment is captured once, for its full amount', async () => {
    await sandbox.script({ pay: 'authorise_only' });
    const id = (await aPaidOrder()).proof.razorpay_payment_id;
    await expect(razorpay.capture(id, 100)).rejects.toMatchObject({ kind: 'refused' });
    expect(await razorpay.capture(id, 8800)).toMatchObject({ status: 'captured' });
    await expect(razorpay.capture(id, 8800)).rejects.toMatchObject({ kind: 'refused' });
  });

  test('the same key returns the same refund, and another body with the key is refused', async () => {
    const paymentId = (await aPaidOrder()).proof.razorpay_payment_id;
    const wanted = { paymentId, amountInPaise: 4400, idempotencyKey: 'refund-123-1', receipt: 'RF-1' };
    const refund = await razorpay.refund(wanted);
    expect(refund).toMatchObject({ paymentId, amountInPaise: 4400, status: 'processed', receipt: 'RF-1' });
    expect(await razorpay.refund(wanted)).toEqual(refund);
    await expect(razorpay.refund({ ...wanted, amountInPaise: 100 })).rejects.toMatchObject({ kind: 'refused' });
    expect(await razorpay.fetchPayment(paymentId)).toMatchObject({ amountRefundedInPaise: 4400, status: 'captured' });
    expect(await razorpay.refund({ paymentId, idempotencyKey: 'refund-123-2' })).toMatchObject({ amountInPaise: 4400 });
    expect(await razorpay.fetchPayment(paymentId)).toMatchObject({ status: 'refunded' });
  });

  test('received webhooks are verified and parsed', async () => {
    const { order, proof } = await aPaidOrder();
    await sandbox.waitUntilIdle();
    for (const { body, signature } of sandbox.receivedWebhooks)
      expect(razorpay.isWebhookSignature(body, signature)).toBe(true);
    expect(readRazorpayEvent(sandbox.receivedWebhooks.at(-1)!.body)).toMatchObject({
      event: 'order.paid',
      payment: { id: proof.razorpay_payment_id, orderId: order.id, amountInPaise: 8800, status: 'captured' },
      order: { id: order.id, status: 'paid' },
    });
  });

  test('a webhook with a corrupted signature is refused', async () => {
    await sandbox.script({ webhook: 'corrupt_signature' });
    await aPaidOrder();
    await sandbox.waitUntilIdle();
    const { body, signature } = sandbox.receivedWebhooks[0]!;
    expect(razorpay.isWebhookSignature(body, signature)).toBe(false);
  });
});
