import Razorpay from 'razorpay';
import {
  validatePaymentVerification,
  validateWebhookSignature,
} from 'razorpay/dist/utils/razorpay-utils.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aSandbox, RAZORPAY_KEYS } from '../../support/sandbox.ts';

const NEW_ORDER = {
  amount: 17_600,
  currency: 'INR',
  receipt: 'ORD-1',
  payment: { capture: 'automatic' as const },
};

let sandbox: Awaited<ReturnType<typeof aSandbox>>;
let razorpay: Razorpay;
beforeEach(async () => {
  sandbox = await aSandbox();
  razorpay = aClient();
});
afterEach(() => sandbox.stop());

/** The SDK has no setting for its host. */
function aClient(keySecret = RAZORPAY_KEYS.keySecret): Razorpay {
  const client = new Razorpay({ key_id: RAZORPAY_KEYS.keyId, key_secret: keySecret });
  const { api } = client as unknown as { api: { rq: { defaults: { baseURL: string } } } };
  api.rq.defaults.baseURL = `${sandbox.origin}/sandbox/razorpay`;
  return client;
}

async function aPayment(options: object = NEW_ORDER) {
  const order = await razorpay.orders.create({ ...NEW_ORDER, ...options });
  const proof = (await (await sandbox.pay(order.id)).json()) as Record<
    'razorpay_order_id' | 'razorpay_payment_id' | 'razorpay_signature',
    string
  >;
  return { order, proof, id: proof.razorpay_payment_id };
}

describe('Razorpay’s own SDK', () => {
  test('creates, fetches and lists orders with their payments', async () => {
    const { order, id } = await aPayment();
    const unpaid = await razorpay.orders.create({ ...NEW_ORDER, receipt: 'ORD-2' });
    expect(await razorpay.orders.fetch(order.id)).toMatchObject({
      id: order.id,
      status: 'paid',
      amount_due: 0,
    });
    expect(await razorpay.orders.fetchPayments(order.id)).toMatchObject({
      count: 1,
      items: [{ id }],
    });
    const idsOf = async (options: Parameters<typeof razorpay.orders.all>[0]) =>
      (await razorpay.orders.all(options)).items.map((each) => each.id);
    expect(await idsOf({})).toEqual([unpaid.id, order.id]);
    expect(await idsOf({ receipt: 'ORD-2' })).toEqual([unpaid.id]);
    expect(await idsOf({ authorized: 1 })).toEqual([order.id]);
    expect(await idsOf({ authorized: 0 })).toEqual([unpaid.id]);
    expect(await idsOf({ count: 1, skip: 1 })).toEqual([order.id]);
    const { created_at: createdAt } = order;
    expect(await idsOf({ from: createdAt - 60, to: createdAt + 60 })).toHaveLength(2);
    expect(await idsOf({ from: createdAt + 60 })).toEqual([]);
    const [, expanded] = (await razorpay.orders.all({ 'expand[]': 'payments' })).items;
    expect(expanded).toMatchObject({ id: order.id, payments: { count: 1, items: [{ id }] } });
  });

  test('accepts the signatures of a payment and of its webhooks, and no other', async () => {
    const { order, proof, id } = await aPayment();
    const isPaid = (paymentId: string) =>
      validatePaymentVerification(
        { order_id: order.id, payment_id: paymentId },
        proof.razorpay_signature,
        RAZORPAY_KEYS.keySecret,
      );
    expect(isPaid(id)).toBe(true);
    expect(isPaid('pay_AAAAAAAAAAAAAA')).toBe(false);
    await sandbox.waitUntilIdle();
    expect(sandbox.receivedWebhooks).toHaveLength(3);
    for (const { body, signature } of sandbox.receivedWebhooks) {
      expect(validateWebhookSignature(body, signature, RAZORPAY_KEYS.webhookSecret)).toBe(true);
      expect(validateWebhookSignature(`${body} `, signature, RAZORPAY_KEYS.webhookSecret)).toBe(
        false,
      );
    }
  });

  test('captures an authorised payment for its whole amount, which may be a text', async () => {
    await sandbox.script({ pay: 'authorise_only' });
    const { id } = await aPayment();
    await expect(razorpay.payments.capture(id, 17_500, 'INR')).rejects.toMatchObject({
      statusCode: 400,
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: 'Capture amount must be equal to the amount authorized.',
      },
    });
    expect(await razorpay.payments.capture(id, '17600', 'INR')).toMatchObject({
      id,
      status: 'captured',
    });
    expect(await razorpay.payments.fetch(id)).toMatchObject({ status: 'captured', amount: 17_600 });
    expect(await razorpay.payments.all({ count: 5 })).toMatchObject({ count: 1, items: [{ id }] });
  });

  test('refunds a payment in parts, and lists the refunds of a payment and of all', async () => {
    const { id } = await aPayment();
    const { id: otherId } = await aPayment({ receipt: 'ORD-2' });
    const first = await razorpay.payments.refund(id, { amount: 600, speed: 'normal' });
    expect(first).toMatchObject({ amount: 600, payment_id: id, status: 'processed' });
    const second = await razorpay.payments.refund(id, {});
    expect(second).toMatchObject({ amount: 17_000 });
    const other = await razorpay.payments.refund(otherId, { amount: '100' });
    await expect(razorpay.payments.refund(id, {})).rejects.toMatchObject({
      error: { description: 'The payment has been fully refunded already' },
    });
    const ids = ({ items }: { items: { id: string }[] }) => items.map((each) => each.id);
    expect(ids(await razorpay.payments.fetchMultipleRefund(id))).toEqual([second.id, first.id]);
    expect(ids(await razorpay.refunds.all({}))).toEqual([other.id, second.id, first.id]);
    expect(await razorpay.refunds.fetch(first.id)).toEqual(first);
    expect(await razorpay.payments.fetchRefund(id, first.id)).toEqual(first);
    await expect(razorpay.payments.fetchRefund(otherId, first.id)).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test('lists and fetches disputes', async () => {
    const { id } = await aPayment();
    await sandbox.script({ action: 'dispute', payment_id: id });
    const { items } = await razorpay.disputes.all({ count: 10 });
    expect(items).toMatchObject([
      { payment_id: id, status: 'open', amount: 17_600, amount_deducted: 0 },
    ]);
    const [dispute] = items;
    expect(await razorpay.disputes.fetch(dispute!.id)).toEqual(dispute);
  });
});

describe('Razorpay’s own SDK understands', () => {
  test('wrong keys', async () => {
    await expect(aClient('wrong').orders.all({})).rejects.toMatchObject({
      statusCode: 401,
      error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
    });
  });

  test.each([
    { api: 'error_500', statusCode: 500 },
    { api: 'timeout', afterMs: 0, statusCode: 504 },
  ])('$statusCode, after which the order exists once', async ({ statusCode, ...script }) => {
    await sandbox.script({ ...script, call: 'createOrder', applied: true });
    await expect(razorpay.orders.create(NEW_ORDER)).rejects.toMatchObject({
      statusCode,
      error: { code: 'SERVER_ERROR' },
    });
    expect(await razorpay.orders.all({ receipt: NEW_ORDER.receipt })).toMatchObject({ count: 1 });
  });

  test.each([
    { count: 101, description: 'The count may not be greater than 100.' },
    { from: 1, description: 'from must be between 946684800 and 4765046400' },
  ])('a list with $description', async ({ description, ...options }) => {
    await expect(razorpay.payments.all(options)).rejects.toMatchObject({
      statusCode: 400,
      error: { description },
    });
  });
});
