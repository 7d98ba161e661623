import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { CURRENCY } from '#domain/limits.ts';
import { callProvider, refuseSandbox } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import { collectionOf, RazorpayFailure, RazorpayOrder, RazorpayPayment, RazorpayRefund } from './razorpay-wire.ts';

const ORDER_TRIES = 2;
const PAUSE_BETWEEN_TRIES_MS = 250;
// "Later", "the first one is still under way" and "slow down" are not a no: the same request may well be granted in a moment.
const COME_BACK_LATER = new Set([408, 409, 429]);
// 12 minutes is the least that Razorpay accepts; what is authorised later waits for a capture by us, then goes back.
export const AUTOMATIC_CAPTURE_MINUTES = 12;
const AUTOMATIC_CAPTURE = {
  capture: 'automatic',
  capture_options: {
    automatic_expiry_period: AUTOMATIC_CAPTURE_MINUTES,
    manual_expiry_period: 7200,
    refund_speed: 'optimum',
  },
};

export interface RazorpayOptions {
  /** Including the version: `https://api.razorpay.com/v1`. */
  baseUrl: string;
  keyId: string;
  keySecret: string;
  /** Current first, then the previous one: retries of old events still carry the old secret's signature. */
  webhookSecrets: string[];
  isProduction?: boolean;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

export interface NewOrder {
  amountInPaise: number;
  /** Ours, unique, at most 40 characters. */
  receipt: string;
  notes?: Record<string, string>;
}

export interface NewRefund {
  paymentId: string;
  /** All that is left, when omitted. */
  amountInPaise?: number;
  /** At least 10 of A-Z a-z 0-9 - _; the same key and body give the same refund again. */
  idempotencyKey: string;
  receipt?: string;
}

export type Razorpay = ReturnType<typeof createRazorpay>;

/**
 * Razorpay's Orders, Payments and Refunds API over fetch. Amounts in paise. Every call throws ProviderError:
 * `unreachable` (network, timeout, 5xx, 408, 409, 429), `refused` (other 4xx) or `garbled`. Throws at once when a live key is
 * used outside production, or a sandbox inside it. Source: https://razorpay.com/docs/api/
 */
export function createRazorpay(options: RazorpayOptions) {
  const { baseUrl, keyId, keySecret, webhookSecrets, isProduction = false } = options;
  refuseSandbox('razorpay', baseUrl, isProduction);
  if (!isProduction && keyId.startsWith('rzp_live_')) throw new Error('razorpay: a live key outside production');
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function ask<Reply extends z.ZodType>(
    schema: Reply,
    path: string,
    post?: { body: unknown; headers?: Record<string, string> },
  ) {
    const { status, json } = await callProvider({
      provider: 'razorpay',
      url: baseUrl + path,
      method: post ? 'POST' : 'GET',
      headers: { authorization, ...post?.headers },
      body: post?.body,
      timeoutMs: options.timeoutMs,
      fetch: options.fetch,
    });
    if (status >= 400) throw failure(status, json);
    const reply = schema.safeParse(json);
    if (!reply.success)
      throw new ProviderError('razorpay', 'garbled', { status, description: path, cause: reply.error });
    return reply.data;
  }

  /** The order with this receipt, or undefined. Should there be several, the paid one, else the first made. */
  async function findOrderByReceipt(receipt: string): Promise<RazorpayOrder | undefined> {
    const { items } = await ask(
      collectionOf(RazorpayOrder),
      `/orders?receipt=${encodeURIComponent(receipt)}&count=100`,
    );
    const ours = items.filter((order) => order.receipt === receipt);
    return ours.find(({ status }) => status === 'paid') ?? ours.at(-1);
  }

  /**
   * Makes an order that captures by itself, or gives back the one that this receipt already has: Razorpay has no
   * idempotency key for orders, so each try looks before it creates, and a lost reply never makes two. Two callers at
   * the same instant would: hold a lock per receipt. Throws `refused` with code `RECEIPT_REUSED` when the amount differs.
   */
  async function createOrder(order: NewOrder): Promise<RazorpayOrder> {
    for (let left = ORDER_TRIES; ; left--) {
      try {
        const made = await findOrderByReceipt(order.receipt);
        return made ? sameAmount(made, order) : await postOrder(order);
      } catch (error) {
        if (left === 1 || !isAmbiguous(error)) throw error;
        await pause(PAUSE_BETWEEN_TRIES_MS);
      }
    }
  }

  const postOrder = ({ amountInPaise, receipt, notes = {} }: NewOrder) =>
    ask(RazorpayOrder, '/orders', {
      body: { amount: amountInPaise, currency: CURRENCY, receipt, notes, payment: AUTOMATIC_CAPTURE },
    });

  return {
    createOrder,
    findOrderByReceipt,

    /** One payment as the provider knows it now. */
    fetchPayment: (id: string): Promise<RazorpayPayment> => ask(RazorpayPayment, `/payments/${encodeURIComponent(id)}`),

    /** Every attempt on an order, newest first; in India there may be many. */
    fetchOrderPayments: async (orderId: string): Promise<RazorpayPayment[]> =>
      (await ask(collectionOf(RazorpayPayment), `/orders/${encodeURIComponent(orderId)}/payments`)).items,

    /** Takes an authorised payment; the amount must be the authorised one. `refused` when it is captured already. */
    capture: (id: string, amountInPaise: number): Promise<RazorpayPayment> =>
      ask(RazorpayPayment, `/payments/${encodeURIComponent(id)}/capture`, {
        body: { amount: amountInPaise, currency: CURRENCY },
      }),

    /** Gives money back; safe to repeat with the same key and body. Another body under the same key is `refused`. */
    refund: ({ paymentId, amountInPaise, idempotencyKey, receipt }: NewRefund): Promise<RazorpayRefund> =>
      ask(RazorpayRefund, `/payments/${encodeURIComponent(paymentId)}/refund`, {
        body: { amount: amountInPaise, speed: 'normal', receipt },
        headers: { 'X-Refund-Idempotency': idempotencyKey },
      }),

    /** How far a refund has come. */
    fetchRefund: (id: string): Promise<RazorpayRefund> => ask(RazorpayRefund, `/refunds/${encodeURIComponent(id)}`),

    /** True when the checkout's proof is genuine. `orderId` must be the one we stored, not the one the browser sent. */
    isPaymentSignature: (proof: { orderId: string; paymentId: string; signature: string }): boolean =>
      isSignedBy(keySecret, `${proof.orderId}|${proof.paymentId}`, proof.signature),

    /** True when `X-Razorpay-Signature` fits the raw body under the current or the previous webhook secret. */
    isWebhookSignature: (rawBody: string | Uint8Array, signature: string | undefined): boolean =>
      webhookSecrets.some((secret) => isSignedBy(secret, rawBody, signature)),
  };
}

function isSignedBy(secret: string, message: string | Uint8Array, signature = ''): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(message).digest('hex'));
  const given = Buffer.from(signature);
  return secret !== '' && given.length === expected.length && timingSafeEqual(given, expected);
}

function failure(status: number, json: unknown) {
  const kind = status >= 500 || COME_BACK_LATER.has(status) ? 'unreachable' : 'refused';
  return new ProviderError('razorpay', kind, { status, ...RazorpayFailure.parse(json) });
}

const isAmbiguous = (error: unknown) => error instanceof ProviderError && error.kind !== 'refused';

function sameAmount(made: RazorpayOrder, { amountInPaise, receipt }: NewOrder): RazorpayOrder {
  if (made.amountInPaise === amountInPaise && made.currency === CURRENCY) return made;
  const description = `receipt ${receipt} has order ${made.id} of ${made.amountInPaise} ${made.currency}`;
  throw new ProviderError('razorpay', 'refused', { code: 'RECEIPT_REUSED', description });
}
