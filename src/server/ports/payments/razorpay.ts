import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { CURRENCY } from '#domain/limits.ts';
import { createProviderClient, type ProviderOptions } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import { readReply } from './provider-reply.ts';
import { collectionOf, RazorpayFailure, RazorpayOrder, RazorpayPayment, RazorpayRefund } from './razorpay-wire.ts';

const MAX_ORDER_TRIES = 2;
const RETRY_PAUSE_MS = 250;
const FORMAT = { provider: 'razorpay', failure: RazorpayFailure };
// Razorpay's minimum. We capture a later authorisation ourselves; Razorpay refunds it otherwise.
export const AUTOMATIC_CAPTURE_MINUTES = 12;
const AUTOMATIC_CAPTURE = {
  capture: 'automatic',
  capture_options: {
    automatic_expiry_period: AUTOMATIC_CAPTURE_MINUTES,
    manual_expiry_period: 7200,
    refund_speed: 'optimum',
  },
};

interface RazorpayOptions extends ProviderOptions {
  /** Including the version: `https://api.razorpay.com/v1`. */
  baseUrl: string;
  keyId: string;
  keySecret: string;
  /** The current and the previous secret: retries of old events are signed with the old one. */
  webhookSecrets: string[];
}

export interface NewOrder {
  amountInPaise: number;
  receipt: string;
  notes?: Record<string, string>;
}

export interface NewRefund {
  paymentId: string;
  amountInPaise?: number;
  /** At least 10 of A-Z a-z 0-9 - _; the same key and body return the same refund. */
  idempotencyKey: string;
  receipt?: string;
}

export type Razorpay = ReturnType<typeof createRazorpay>;

/**
 * Razorpay's Orders, Payments and Refunds API. Amounts in paise. Every call throws ProviderError: `unreachable` (network,
 * timeout, 5xx, 408, 409, 429), `refused` (other 4xx) or `garbled`. Throws at once for a live key outside production and for a
 * sandbox in production. Source: https://razorpay.com/docs/api/
 */
export function createRazorpay(options: RazorpayOptions) {
  const { baseUrl, keyId, keySecret, webhookSecrets, isProduction = false } = options;
  const call = createProviderClient('razorpay', baseUrl, options);
  if (!isProduction && keyId.startsWith('rzp_live_')) throw new Error('razorpay: a live key outside production');
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function request<Reply extends z.ZodType>(
    schema: Reply,
    path: string,
    post?: { body: unknown; headers?: Record<string, string> },
  ) {
    const response = await call({
      url: baseUrl + path,
      method: post ? 'POST' : 'GET',
      headers: { authorization, ...post?.headers },
      body: post?.body,
    });
    return readReply(FORMAT, schema, response, path);
  }

  /** If several orders have this receipt: the paid one, else the oldest. */
  async function findOrderByReceipt(receipt: string): Promise<RazorpayOrder | undefined> {
    const { items } = await request(
      collectionOf(RazorpayOrder),
      `/orders?receipt=${encodeURIComponent(receipt)}&count=100`,
    );
    const matching = items.filter((order) => order.receipt === receipt);
    return matching.find(({ status }) => status === 'paid') ?? matching.at(-1);
  }

  /**
   * Returns the existing order of this receipt, or creates one with automatic capture. Razorpay has no idempotency key for
   * orders, so each try searches first. The caller must hold a lock per receipt against concurrent calls. Throws `refused` with
   * code `RECEIPT_REUSED` when the amount differs.
   */
  async function createOrder(order: NewOrder): Promise<RazorpayOrder> {
    for (let triesLeft = MAX_ORDER_TRIES; ; triesLeft--) {
      try {
        const existing = await findOrderByReceipt(order.receipt);
        return existing ? requireSameAmount(existing, order) : await postOrder(order);
      } catch (error) {
        if (triesLeft === 1 || !isAmbiguous(error)) throw error;
        await pause(RETRY_PAUSE_MS);
      }
    }
  }

  const postOrder = ({ amountInPaise, receipt, notes = {} }: NewOrder) =>
    request(RazorpayOrder, '/orders', {
      body: { amount: amountInPaise, currency: CURRENCY, receipt, notes, payment: AUTOMATIC_CAPTURE },
    });

  return {
    createOrder,
    findOrderByReceipt,

    fetchPayment: (id: string): Promise<RazorpayPayment> =>
      request(RazorpayPayment, `/payments/${encodeURIComponent(id)}`),

    fetchOrderPayments: async (orderId: string): Promise<RazorpayPayment[]> =>
      (await request(collectionOf(RazorpayPayment), `/orders/${encodeURIComponent(orderId)}/payments`)).items,

    /** The amount must equal the authorised amount. Throws `refused` when the payment is already captured. */
    capture: (id: string, amountInPaise: number): Promise<RazorpayPayment> =>
      request(RazorpayPayment, `/payments/${encodeURIComponent(id)}/capture`, {
        body: { amount: amountInPaise, currency: CURRENCY },
      }),

    /** May be repeated with the same key and body. The same key with another body is `refused`. */
    refund: ({ paymentId, amountInPaise, idempotencyKey, receipt }: NewRefund): Promise<RazorpayRefund> =>
      request(RazorpayRefund, `/payments/${encodeURIComponent(paymentId)}/refund`, {
        body: { amount: amountInPaise, speed: 'normal', receipt },
        headers: { 'X-Refund-Idempotency': idempotencyKey },
      }),

    fetchRefund: (id: string): Promise<RazorpayRefund> => request(RazorpayRefund, `/refunds/${encodeURIComponent(id)}`),

    /** `orderId` must be the stored one, not the one that the browser sent. */
    isPaymentSignature: (proof: { orderId: string; paymentId: string; signature: string }): boolean =>
      isSignedBy(keySecret, `${proof.orderId}|${proof.paymentId}`, proof.signature),

    isWebhookSignature: (rawBody: string | Uint8Array, signature: string | undefined): boolean =>
      webhookSecrets.some((secret) => isSignedBy(secret, rawBody, signature)),
  };
}

function isSignedBy(secret: string, message: string | Uint8Array, signature = ''): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(message).digest('hex'));
  const received = Buffer.from(signature);
  return secret !== '' && received.length === expected.length && timingSafeEqual(received, expected);
}

const isAmbiguous = (error: unknown) => error instanceof ProviderError && error.kind !== 'refused';

function requireSameAmount(existing: RazorpayOrder, { amountInPaise, receipt }: NewOrder): RazorpayOrder {
  if (existing.amountInPaise === amountInPaise && existing.currency === CURRENCY) return existing;
  const description = `receipt ${receipt} has order ${existing.id} of ${existing.amountInPaise} ${existing.currency}`;
  throw new ProviderError('razorpay', 'refused', { code: 'RECEIPT_REUSED', description });
}
