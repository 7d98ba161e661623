import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/limits/durations.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { createPaypal } from '#server/ports/payments/paypal.ts';
import { aSandbox } from '../../support/sandbox.ts';
import { testNow } from '../../support/test-now.ts';

const { webhookId, ...KEYS } = SANDBOX_CREDENTIALS.paypal;

let sandbox: Awaited<ReturnType<typeof aSandbox>>;
let paypal: ReturnType<typeof createPaypal>;
beforeEach(async () => {
  sandbox = await aSandbox();
  paypal = createPaypal({
    baseUrl: `${sandbox.origin}/sandbox/paypal`,
    ...KEYS,
    webhookIds: [webhookId],
    brand: 'Matinee',
  });
});
afterEach(() => sandbox.stop());

const ORDER = {
  amount: 250,
  currency: 'USD',
  receipt: 'ORD-1-1',
  description: 'Kadal',
  notes: { orderNo: 'ORD-1' },
};
const script = (command: object) => sandbox.script({ provider: 'paypal', ...command });
const send = (path: string, body: object) =>
  fetch(`${sandbox.origin}/sandbox/paypal${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const approve = (order_id: string) => send('/approve', { order_id });
const firstPaymentOf = async (orderId: string) => (await paypal.fetchOrderPayments(orderId))[0]!;
async function aCapture() {
  const { id } = await paypal.createOrder(ORDER);
  await approve(id);
  return paypal.capture(await firstPaymentOf(id));
}

describe('an order', () => {
  test('is created once for one idempotency key', async () => {
    expect((await paypal.createOrder(ORDER)).id).toBe((await paypal.createOrder(ORDER)).id);
  });

  test('waits for the capture after the payer’s approval', async () => {
    const { id } = await paypal.createOrder(ORDER);
    expect(await paypal.fetchOrderPayments(id)).toEqual([]);
    await approve(id);
    const approved = await firstPaymentOf(id);
    expect(approved).toMatchObject({
      id,
      orderId: id,
      status: 'authorized',
      awaitsCapture: true,
      amount: 250,
    });
    const captured = await paypal.capture(approved);
    expect(captured).toMatchObject({
      orderId: id,
      status: 'captured',
      amount: 250,
      currency: 'USD',
    });
    expect(await paypal.fetchPayment(captured.id)).toMatchObject({
      id: captured.id,
      orderId: id,
      status: 'captured',
    });
    expect(await paypal.capture(approved)).toEqual(captured); // ORDER_ALREADY_CAPTURED
    await sandbox.waitUntilIdle();
    expect(sandbox.receivedWebhooks.map(({ body }) => JSON.parse(body).event_type)).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
    ]);
  });

  test('without approval is not captured', async () => {
    const { id } = await paypal.createOrder(ORDER);
    const unapproved = {
      provider: 'paypal',
      id,
      orderId: id,
      status: 'authorized',
      amount: 250,
      fee: null,
    } as const;
    await expect(
      paypal.capture({ ...unapproved, currency: 'USD', refundedAmount: 0, method: null }),
    ).rejects.toMatchObject({
      code: 'ORDER_NOT_APPROVED',
    });
  });

  test('needs a token, and an expired token is replaced', async () => {
    expect((await send('/v2/checkout/orders', {})).status).toBe(401);
    await paypal.createOrder(ORDER);
    await script({ api: 'token_expired' });
    expect((await aCapture()).status).toBe('captured');
  });

  test.each(['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED'])(
    'can be refused with %s',
    async (issue) => {
      await script({ pay: 'issue', issue });
      await expect(aCapture()).rejects.toMatchObject({ kind: 'refused', code: issue });
    },
  );

  test.each([
    {
      body: 'grant_type=client_credentials',
      secret: 'guess',
      status: 401,
      error: 'invalid_client',
    },
    {
      body: '{"grant_type":"client_credentials"}',
      secret: KEYS.clientSecret,
      status: 400,
      error: 'unsupported_grant_type',
    },
    {
      body: 'grant_type=password',
      secret: KEYS.clientSecret,
      status: 400,
      error: 'unsupported_grant_type',
    },
  ])('gets no token for $body with the secret $secret', async ({ body, secret, status, error }) => {
    const response = await fetch(`${sandbox.origin}/sandbox/paypal/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${KEYS.clientId}:${secret}`)}` },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error, error_description: expect.any(String) });
  });

  test('with an unknown token is refused by the gateway, and without any by the API', async () => {
    const read = async (headers: Record<string, string>) => {
      const response = await fetch(`${sandbox.origin}/sandbox/paypal/v2/checkout/orders/X`, {
        headers,
      });
      return { status: response.status, ...((await response.json()) as object) };
    };
    expect(await read({})).toMatchObject({ status: 401, name: 'AUTHENTICATION_FAILURE' });
    expect(await read({ authorization: 'Bearer A21-unknown' })).toMatchObject({
      status: 401,
      error: 'invalid_token',
    });
  });

  test('needs the right keys', async () => {
    const wrongClient = createPaypal({
      baseUrl: `${sandbox.origin}/sandbox/paypal`,
      ...KEYS,
      webhookIds: [webhookId],
      clientSecret: 'guess',
      brand: '',
    });
    await expect(wrongClient.createOrder(ORDER)).rejects.toMatchObject({
      kind: 'refused',
      status: 401,
      code: 'invalid_client',
      description: 'Client Authentication failed',
    });
  });
});

describe('a capture', () => {
  test.each([
    ['complete', 'captured'],
    ['deny', 'failed'],
  ])('can be pending, then %s', async (action, status) => {
    await script({ pay: 'pending' });
    const waiting = await aCapture();
    expect(waiting.status).toBe('pending');
    await script({ action, capture_id: waiting.id });
    expect((await paypal.fetchPayment(waiting.id)).status).toBe(status);
  });

  test('is refunded once for one idempotency key', async () => {
    const { id } = await aCapture();
    const request = { paymentId: id, amount: 250, currency: 'USD', idempotencyKey: 'refund-1' };
    const refund = await paypal.refund(request);
    expect(refund.status).toBe('done');
    expect(await paypal.refund(request)).toEqual(refund);
    expect((await paypal.fetchPayment(id)).status).toBe('refunded');
    await expect(paypal.refund({ ...request, idempotencyKey: 'refund-2' })).rejects.toMatchObject({
      code: 'CAPTURE_FULLY_REFUNDED',
    });
  });

  test('can have a pending and a failed refund', async () => {
    const { id } = await aCapture();
    await script({ refund: 'pending' });
    const { id: refundId, status } = await paypal.refund({
      paymentId: id,
      amount: 250,
      currency: 'USD',
      idempotencyKey: 'refund-1',
    });
    expect(status).toBe('pending');
    await script({ action: 'fail_refund', refund_id: refundId });
    expect((await paypal.fetchRefund(refundId)).status).toBe('failed');
    expect((await paypal.fetchPayment(id)).status).toBe('captured');
  });
});

test('more disputes than fit into one page are listed, each with its payment', async () => {
  const { id } = await aCapture();
  for (let count = 0; count < 51; count++)
    await script({ action: 'dispute', capture_id: id, amountInCents: 1 });
  const { disputes, refundedPaymentIds } = await paypal.listReturns(
    new Date(testNow().getTime() - MINUTE),
  );
  expect(new Set(disputes.map((dispute) => dispute.id)).size).toBe(51);
  expect(disputes[0]).toMatchObject({ paymentId: id, state: 'open', amount: 1 });
  expect(refundedPaymentIds).toEqual([]);
  expect((await paypal.listReturns(new Date(testNow().getTime() + MINUTE))).disputes).toEqual([]);
});

test('an order can be approved without its popup', async () => {
  const { id } = await paypal.createOrder(ORDER);
  await script({ action: 'approve', order_id: id });
  expect(await paypal.capture(await firstPaymentOf(id))).toMatchObject({ status: 'captured' });
});

test('the control page has buttons for pending captures', async () => {
  await script({ pay: 'pending' });
  const { id } = await aCapture();
  const controlPage = async () => (await fetch(`${sandbox.origin}/sandbox`)).text();
  expect(await controlPage()).toContain(`aria-label="Complete ${id}"`);
  await script({ action: 'complete', capture_id: id });
  expect(await controlPage()).toContain(`aria-label="Return ${id}"`);
});

test('the certificate is valid, and the files are served', async () => {
  const read = (path: string) => fetch(`${sandbox.origin}/sandbox${path}`);
  const certificate = new X509Certificate(await (await read('/paypal/certs/webhooks.pem')).text());
  expect(certificate.subject).toBe('CN=PayPal sandbox');
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(await (await read('/paypal/web-sdk/v6/core')).text()).toContain('window.paypal');
  const { id } = await paypal.createOrder(ORDER);
  expect(await (await read(`/paypal/checkoutnow?token=${id}`)).text()).toContain('2.50 USD');
  expect(await (await read('')).text()).toContain('Decline the next capture');
});
