import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { callProvider, refuseSandbox } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import { createPaypalVerifier } from './paypal-webhook.ts';
import {
  PaypalCapture,
  PaypalFailure,
  PaypalNewOrder,
  PaypalOrder,
  PaypalRefund,
  PaypalToken,
  paymentsOf,
  readPaypalEvent,
  toPaypalMoney,
} from './paypal-wire.ts';
import type { NewProviderOrder, PaymentProvider, ProviderPayment } from './provider.ts';

// 409 says that the first request with this id is still under way.
const COME_BACK_LATER = new Set([408, 409, 429]);
/** A token is let go a minute before it ends, so that none ends on its way. */
const TOKEN_SPARE_MS = 60_000;
const ALREADY_CAPTURED = 'ORDER_ALREADY_CAPTURED';

export interface PaypalOptions {
  /** Without a version: `https://api-m.paypal.com`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** A webhook that was set up for any of these ids is accepted. */
  webhookIds: string[];
  /** As the payer sees it. */
  brand: string;
  /** The house's own address: where a payer without a popup comes back to. */
  origin: string;
  isProduction?: boolean;
  timeoutMs?: number;
  now?: () => Date;
  fetch?: typeof globalThis.fetch;
}

interface Post {
  body: unknown;
  /** PayPal-Request-Id: the same gives the same answer again. */
  requestId: string;
}

/**
 * PayPal's Orders v2 and Payments v2 over fetch. Amounts in cents. Every call throws ProviderError: `unreachable` (network,
 * timeout, 5xx, 408, 409, 429), `refused` with PayPal's issue as its code, or `garbled`.
 * Source: https://developer.paypal.com/docs/api/orders/v2/
 */
export function createPaypal(options: PaypalOptions): PaymentProvider {
  const { baseUrl, clientId, clientSecret, brand, origin, isProduction = false, now = () => new Date() } = options;
  refuseSandbox('paypal', baseUrl, isProduction);
  const isSigned = createPaypalVerifier({ ...options, now });
  const network = { provider: 'paypal', timeoutMs: options.timeoutMs, fetch: options.fetch };
  let token: { text: string; until: number } | undefined;

  async function freshToken(): Promise<string> {
    if (token && now().getTime() < token.until) return token.text;
    const { status, json } = await callProvider({
      ...network,
      url: `${baseUrl}/v1/oauth2/token`,
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    if (status >= 400) throw failure(status, json);
    const { token: text, seconds } = read(PaypalToken, json, status, 'token');
    token = { text, until: now().getTime() + seconds * 1000 - TOKEN_SPARE_MS };
    return text;
  }

  async function send(path: string, post: Post | undefined) {
    return callProvider({
      ...network,
      url: baseUrl + path,
      method: post ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${await freshToken()}`,
        ...(post && { 'PayPal-Request-Id': post.requestId, Prefer: 'return=representation' }),
      },
      body: post?.body,
    });
  }

  async function ask<Reply extends z.ZodType>(schema: Reply, path: string, post?: Post) {
    let answer = await send(path, post);
    if (answer.status === 401) {
      // A token can end before its time; asked for a new one once, no more.
      token = undefined;
      answer = await send(path, post);
    }
    if (answer.status >= 400) throw failure(answer.status, answer.json);
    return read(schema, answer.json, answer.status, path);
  }

  const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
  const fetchOrderPayments = async (orderId: string) => paymentsOf(await ask(PaypalOrder, orderPath(orderId)));

  /** The order COMPLETED says nothing of the money: what its capture says counts. */
  async function capture(payment: ProviderPayment): Promise<ProviderPayment> {
    const orderId = payment.orderId ?? payment.id;
    // No fixed request id: after a decline the same order is captured anew, and PayPal itself captures an order once.
    const post = { body: {}, requestId: randomUUID() };
    const payments = await ask(PaypalOrder, `${orderPath(orderId)}/capture`, post)
      .then(paymentsOf)
      .catch((error: unknown) => {
        if (error instanceof ProviderError && error.code === ALREADY_CAPTURED) return fetchOrderPayments(orderId);
        throw error;
      });
    const taken = payments.find(({ status }) => status === 'captured') ?? payments[0];
    if (!taken) throw new ProviderError('paypal', 'garbled', { description: `no capture in order ${orderId}` });
    return taken;
  }

  return {
    name: 'paypal',
    createOrder: (order) =>
      ask(PaypalNewOrder, '/v2/checkout/orders', {
        body: newOrder(order, { brand, origin }),
        requestId: order.receipt,
      }),
    fetchPayment: (id) => ask(PaypalCapture, `/v2/payments/captures/${encodeURIComponent(id)}`),
    fetchOrderPayments,
    capture,
    refund: ({ paymentId, amount, currency, idempotencyKey }) =>
      ask(PaypalRefund, `/v2/payments/captures/${encodeURIComponent(paymentId)}/refund`, {
        body: { amount: toPaypalMoney(amount, currency) },
        requestId: idempotencyKey,
      }),
    fetchRefund: (id) => ask(PaypalRefund, `/v2/payments/refunds/${encodeURIComponent(id)}`),
    readProof: ({ paypal_order_id: orderId }) => (orderId ? { orderId, paymentId: null } : null),
    readWebhook: async (rawBody, headers) => ((await isSigned(rawBody, headers)) ? readPaypalEvent(rawBody) : null),
  };
}

const newOrder = (
  { amount, currency, receipt, description, notes }: NewProviderOrder,
  { brand, origin }: { brand: string; origin: string },
) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: 'default',
      invoice_id: receipt,
      custom_id: notes['orderNo'],
      description: description.slice(0, 127),
      amount: toPaypalMoney(amount, currency),
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        brand_name: brand,
        shipping_preference: 'NO_SHIPPING',
        user_action: 'PAY_NOW',
        return_url: origin,
        cancel_url: origin,
      },
    },
  },
});

function read<Reply extends z.ZodType>(schema: Reply, json: unknown, status: number, description: string) {
  const reply = schema.safeParse(json);
  if (reply.success) return reply.data;
  throw new ProviderError('paypal', 'garbled', { status, description, cause: reply.error });
}

function failure(status: number, json: unknown) {
  const kind = status >= 500 || COME_BACK_LATER.has(status) ? 'unreachable' : 'refused';
  return new ProviderError('paypal', kind, { status, ...PaypalFailure.parse(json) });
}
