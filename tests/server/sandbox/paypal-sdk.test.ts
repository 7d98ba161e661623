import {
  ApiError,
  CheckoutPaymentIntent,
  Client,
  type Order,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { aSandbox } from '../../support/sandbox.ts';

const { clientId, clientSecret } = SANDBOX_CREDENTIALS.paypal;
const NEW_ORDER = {
  intent: CheckoutPaymentIntent.Capture,
  purchaseUnits: [{ invoiceId: 'ORD-1-1', amount: { currencyCode: 'USD', value: '2.50' } }],
};
const WHOLE = 'return=representation';

let sandbox: Awaited<ReturnType<typeof aSandbox>>;
let orders: OrdersController;
let payments: PaymentsController;
beforeEach(async () => {
  sandbox = await aSandbox();
  ({ orders, payments } = aClient());
});
afterEach(() => sandbox.stop());

/** The SDK has no setting for its host, so its calls are sent to the sandbox. */
function aClient(secret = clientSecret) {
  const toSandbox = (request: Request | string | URL, init?: RequestInit) => {
    const { pathname } = new URL(request instanceof Request ? request.url : request);
    const url = `${sandbox.origin}/sandbox/paypal${pathname}`;
    return fetch(request instanceof Request ? new Request(url, request) : url, init);
  };
  const client = new Client({
    clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: secret },
    unstable_httpClientOptions: { adapter: 'fetch', env: { fetch: toSandbox, Request, Response } },
  });
  return { orders: new OrdersController(client), payments: new PaymentsController(client) };
}

async function refusalOf(call: Promise<unknown>) {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw error;
  const body = JSON.parse(String(error.body)) as { name?: string; details?: { issue: string }[] };
  return { status: error.statusCode, name: body.name, issue: body.details?.[0]?.issue };
}

const approve = (id: string) =>
  sandbox.script({ provider: 'paypal', action: 'approve', order_id: id });
const captureOf = ({ purchaseUnits }: Order) => purchaseUnits![0]!.payments!.captures![0]!;

async function anApprovedOrder(): Promise<string> {
  const { result } = await orders.createOrder({ body: NEW_ORDER });
  await approve(result.id!);
  return result.id!;
}

async function aCapture() {
  const id = await anApprovedOrder();
  const { result } = await orders.captureOrder({ id, prefer: WHOLE });
  return { orderId: id, captureId: captureOf(result).id! };
}

describe('PayPal’s own SDK', () => {
  test('creates an order, and gets the whole order only if it asks for it', async () => {
    const minimal = await orders.createOrder({ body: NEW_ORDER });
    expect(minimal.statusCode).toBe(201);
    expect(Object.keys(JSON.parse(String(minimal.body)) as object)).toEqual([
      'id',
      'status',
      'links',
    ]);
    expect(minimal.result).toMatchObject({
      status: 'CREATED',
      links: [{ rel: 'self' }, { rel: 'approve' }],
    });
    const whole = await orders.createOrder({
      body: { ...NEW_ORDER, paymentSource: { paypal: {} } },
      prefer: WHOLE,
    });
    expect(whole.result).toMatchObject({
      status: 'PAYER_ACTION_REQUIRED',
      purchaseUnits: [{ invoiceId: 'ORD-1-1', amount: { currencyCode: 'USD', value: '2.50' } }],
      links: [{ rel: 'self' }, { rel: 'payer-action' }],
    });
    expect((await orders.getOrder({ id: whole.result.id! })).result).toEqual(whole.result);
  });

  test('creates an order once for one request id', async () => {
    const create = () => orders.createOrder({ body: NEW_ORDER, paypalRequestId: 'ORD-1-1' });
    const [first, second] = [await create(), await create()];
    expect(second).toMatchObject({ statusCode: 200, result: { id: first.result.id } });
  });

  test('gets the first reply of a repeated capture, and a refusal with another request id', async () => {
    const id = await anApprovedOrder();
    const capture = (paypalRequestId: string) =>
      orders.captureOrder({ id, paypalRequestId, prefer: WHOLE });
    const first = await capture('capture-1');
    expect(first).toMatchObject({ statusCode: 201, result: { status: 'COMPLETED' } });
    const second = await capture('capture-1');
    expect(second.statusCode).toBe(200);
    expect(second.result).toEqual(first.result);
    expect(await refusalOf(capture('capture-2'))).toEqual({
      status: 422,
      name: 'UNPROCESSABLE_ENTITY',
      issue: 'ORDER_ALREADY_CAPTURED',
    });
  });

  test('gets the captures, but no sum of the order, from a minimal capture', async () => {
    const { result } = await orders.captureOrder({ id: await anApprovedOrder() });
    expect(captureOf(result)).toMatchObject({ status: 'COMPLETED', amount: { value: '2.50' } });
    expect(result.purchaseUnits![0]!.amount).toBeUndefined();
    const { result: fetched } = await payments.getCapturedPayment({
      captureId: captureOf(result).id!,
    });
    expect(fetched).toMatchObject({ status: 'COMPLETED', invoiceId: 'ORD-1-1' });
  });

  test('refunds a capture in parts, once for one request id', async () => {
    const { orderId, captureId } = await aCapture();
    const refund = (paypalRequestId: string, value?: string) =>
      payments.refundCapturedPayment({
        captureId,
        paypalRequestId,
        prefer: WHOLE,
        ...(value && { body: { amount: { currencyCode: 'USD', value } } }),
      });
    const first = await refund('refund-1', '1.00');
    expect(first).toMatchObject({
      statusCode: 201,
      result: { status: 'COMPLETED', amount: { value: '1.00' } },
    });
    expect((await refund('refund-1', '1.00')).result).toEqual(first.result);
    expect((await payments.getRefund({ refundId: first.result.id! })).result).toEqual(first.result);
    expect((await payments.getCapturedPayment({ captureId })).result.status).toBe(
      'PARTIALLY_REFUNDED',
    );
    expect((await refund('refund-2')).result.amount).toMatchObject({ value: '1.50' });
    expect((await payments.getCapturedPayment({ captureId })).result.status).toBe('REFUNDED');
    const { purchaseUnits } = (await orders.getOrder({ id: orderId })).result;
    expect(purchaseUnits![0]!.payments!.refunds).toHaveLength(2);
  });

  test('gets a minimal refund unless it asks for more', async () => {
    const { captureId } = await aCapture();
    const { body } = await payments.refundCapturedPayment({ captureId });
    expect(Object.keys(JSON.parse(String(body)) as object)).toEqual(['id', 'status', 'links']);
  });
});

describe('PayPal’s own SDK understands the refusal of', () => {
  test.each([
    {
      name: 'another currency',
      amount: { currencyCode: 'EUR', value: '2.50' },
      issue: 'REFUND_CAPTURE_CURRENCY_MISMATCH',
    },
    {
      name: 'too much',
      amount: { currencyCode: 'USD', value: '2.51' },
      issue: 'REFUND_AMOUNT_EXCEEDED',
    },
    {
      name: 'nothing',
      amount: { currencyCode: 'USD', value: '0.00' },
      issue: 'CANNOT_BE_ZERO_OR_NEGATIVE',
    },
  ])('a refund of $name', async ({ amount, issue }) => {
    const { captureId } = await aCapture();
    const refund = payments.refundCapturedPayment({ captureId, body: { amount } });
    expect(await refusalOf(refund)).toMatchObject({ status: 422, issue });
    expect((await payments.getCapturedPayment({ captureId })).result.status).toBe('COMPLETED');
  });

  test('a refund while another one has all of the money, and of a pending capture', async () => {
    const { captureId } = await aCapture();
    await sandbox.script({ provider: 'paypal', refund: 'pending' });
    const { result } = await payments.refundCapturedPayment({ captureId });
    expect(result.status).toBe('PENDING');
    const amount = { currencyCode: 'USD', value: '0.01' };
    expect(
      await refusalOf(payments.refundCapturedPayment({ captureId, body: { amount } })),
    ).toMatchObject({
      issue: 'REFUND_AMOUNT_EXCEEDED',
    });
    await sandbox.script({ provider: 'paypal', action: 'reset' });
    ({ orders, payments } = aClient());
    await sandbox.script({ provider: 'paypal', pay: 'pending' });
    const { captureId: waiting } = await aCapture();
    expect(await refusalOf(payments.refundCapturedPayment({ captureId: waiting }))).toMatchObject({
      issue: 'PENDING_CAPTURE',
    });
  });

  test('an unapproved order, a declined payment and an unknown order', async () => {
    const { result } = await orders.createOrder({ body: NEW_ORDER });
    const capture = (id: string) => refusalOf(orders.captureOrder({ id }));
    expect(await capture(result.id!)).toMatchObject({ status: 422, issue: 'ORDER_NOT_APPROVED' });
    await approve(result.id!);
    await sandbox.script({ provider: 'paypal', pay: 'issue' });
    expect(await capture(result.id!)).toMatchObject({ status: 422, issue: 'INSTRUMENT_DECLINED' });
    expect(await capture('UNKNOWN')).toEqual({
      status: 404,
      name: 'RESOURCE_NOT_FOUND',
      issue: 'INVALID_RESOURCE_ID',
    });
  });

  test('a wrong amount, a wrong client and a failure', async () => {
    const amount = { currencyCode: 'USD', value: '2,50' };
    expect(
      await refusalOf(orders.createOrder({ body: { ...NEW_ORDER, purchaseUnits: [{ amount }] } })),
    ).toEqual({
      status: 400,
      name: 'INVALID_REQUEST',
      issue: 'INVALID_PARAMETER_SYNTAX',
    });
    await expect(aClient('guess').orders.createOrder({ body: NEW_ORDER })).rejects.toMatchObject({
      statusCode: 401,
    });
    await sandbox.script({ provider: 'paypal', api: 'error_500', call: 'createOrder' });
    expect(await refusalOf(orders.createOrder({ body: NEW_ORDER }))).toMatchObject({ status: 500 });
  });
});
