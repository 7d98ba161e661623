import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { createProviderClient, type ProviderOptions } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import { createPaypalVerifier } from './paypal-webhook.ts';
import {
  PaypalCapture,
  PaypalDispute,
  PaypalDisputeList,
  PaypalFailure,
  PaypalNewOrder,
  PaypalOrder,
  PaypalRefund,
  PaypalToken,
  toPayment,
  toPayments,
  readPaypalEvent,
  toPaypalMoney,
} from './paypal-wire.ts';
import type {
  NewProviderOrder,
  ProviderApi,
  ProviderDispute,
  ProviderPayment,
} from './provider.ts';
import { readReply } from './provider-reply.ts';

const FORMAT = { provider: 'paypal', failure: PaypalFailure };
/** Renew the token a minute before it expires, so that it cannot expire during a request. */
const TOKEN_MARGIN_MS = 60_000;
const DISPUTES_PATH = '/v1/customer/disputes';
/** The maximum. */
const DISPUTE_PAGE = '50';
const ALREADY_CAPTURED = 'ORDER_ALREADY_CAPTURED';

interface PaypalOptions extends ProviderOptions {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  webhookIds: string[];
  brand: string;
  now?: () => Date;
}

interface Post {
  body: unknown;
  requestId: string;
}

/**
 * PayPal's Orders v2 and Payments v2 over fetch. Amounts in cents. Every call throws ProviderError:
 * `unreachable` (network, timeout, 5xx, 408, 409, 429), `refused` with PayPal's issue as its code,
 * or `garbled`. Source: https://developer.paypal.com/docs/api/orders/v2/
 */
export function createPaypal(options: PaypalOptions): ProviderApi {
  const { baseUrl, clientId, clientSecret, brand, now = () => new Date() } = options;
  const call = createProviderClient('paypal', baseUrl, options);
  const isSigned = createPaypalVerifier({ ...options, now });
  let token: { text: string; expiresAtMs: number } | undefined;

  async function getToken(): Promise<string> {
    if (token && now().getTime() < token.expiresAtMs) return token.text;
    const response = await call({
      url: `${baseUrl}/v1/oauth2/token`,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { token: text, seconds } = readReply(FORMAT, PaypalToken, response, 'token');
    token = { text, expiresAtMs: now().getTime() + seconds * 1000 - TOKEN_MARGIN_MS };
    return text;
  }

  async function send(path: string, post: Post | undefined) {
    return call({
      url: baseUrl + path,
      method: post ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${await getToken()}`,
        ...(post && { 'PayPal-Request-Id': post.requestId, Prefer: 'return=representation' }),
      },
      body: post?.body,
    });
  }

  async function request<Reply extends z.ZodType>(schema: Reply, path: string, post?: Post) {
    let response = await send(path, post);
    if (response.status === 401) {
      // PayPal can revoke a token early: retry once with a new token.
      token = undefined;
      response = await send(path, post);
    }
    return readReply(FORMAT, schema, response, path);
  }

  const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
  const fetchOrderPayments = async (orderId: string) =>
    toPayments(await request(PaypalOrder, orderPath(orderId)));

  /** A capture does not say how much of it went back: its order does. */
  async function fetchPayment(id: string): Promise<ProviderPayment> {
    const fetched = await request(PaypalCapture, `/v2/payments/captures/${encodeURIComponent(id)}`);
    if (!fetched.isPartlyRefunded || fetched.orderId === null) return toPayment(fetched);
    const listed = (await fetchOrderPayments(fetched.orderId)).find((payment) => payment.id === id);
    return listed ?? toPayment(fetched);
  }

  /** The status of the capture counts, not the order status COMPLETED. */
  async function capture(payment: ProviderPayment): Promise<ProviderPayment> {
    const orderId = payment.orderId ?? payment.id;
    // A new request id, so that a declined capture can be retried. PayPal captures an order only
    // once.
    const post = { body: {}, requestId: randomUUID() };
    const payments = await request(PaypalOrder, `${orderPath(orderId)}/capture`, post)
      .then(toPayments)
      .catch((error: unknown) => {
        if (error instanceof ProviderError && error.code === ALREADY_CAPTURED)
          return fetchOrderPayments(orderId);
        throw error;
      });
    const captured = payments.find(({ status }) => status === 'captured') ?? payments[0];
    if (!captured)
      throw new ProviderError('paypal', 'garbled', {
        description: `no capture in order ${orderId}`,
      });
    return captured;
  }

  /** The list says neither the payment nor the outcome, so each dispute is fetched. */
  async function listDisputes(since: Date): Promise<ProviderDispute[]> {
    const ids: string[] = [];
    for (let token: string | null | undefined; token !== null;) {
      const query = new URLSearchParams({
        update_time_after: since.toISOString(),
        page_size: DISPUTE_PAGE,
      });
      if (token) query.set('next_page_token', token);
      const page: z.output<typeof PaypalDisputeList> = await request(
        PaypalDisputeList,
        `${DISPUTES_PATH}?${query}`,
      );
      ids.push(...page.ids);
      token = page.nextToken;
    }
    const disputes: ProviderDispute[] = [];
    for (const id of ids)
      disputes.push(await request(PaypalDispute, `${DISPUTES_PATH}/${encodeURIComponent(id)}`));
    return disputes;
  }

  return {
    name: 'paypal',
    createOrder: (order) =>
      request(PaypalNewOrder, '/v2/checkout/orders', {
        body: newOrder(order, brand),
        requestId: order.receipt,
      }),
    fetchPayment,
    fetchOrderPayments,
    capture,
    refund: ({ paymentId, amount, currency, idempotencyKey }) =>
      request(PaypalRefund, `/v2/payments/captures/${encodeURIComponent(paymentId)}/refund`, {
        body: { amount: toPaypalMoney(amount, currency) },
        requestId: idempotencyKey,
      }),
    fetchRefund: (id) => request(PaypalRefund, `/v2/payments/refunds/${encodeURIComponent(id)}`),
    // PayPal has no list of refunds.
    listReturns: async (since) => ({ disputes: await listDisputes(since), refundedPaymentIds: [] }),
    readProof: ({ paypal_order_id: orderId }) => (orderId ? { orderId, paymentId: null } : null),
    readWebhook: async (rawBody, headers) =>
      (await isSigned(rawBody, headers)) ? readPaypalEvent(rawBody) : null,
  };
}

const newOrder = (
  { amount, currency, receipt, description, notes, comeback }: NewProviderOrder,
  brand: string,
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
        return_url: comeback?.returnUrl,
        cancel_url: comeback?.cancelUrl,
      },
    },
  },
});
