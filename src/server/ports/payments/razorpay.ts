import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { CURRENCY } from '#domain/limits/money.ts';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { createProviderClient, type ProviderOptions } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import { keyOfBody, readReply } from './provider-reply.ts';
import type { NewProviderOrder, ProviderApi, ProviderEvent, ProviderPayment } from './provider.ts';
import { isEqualConstantTime } from '../../is-equal-constant-time.ts';
import {
  collectionOf,
  RazorpayDispute,
  RazorpayFailure,
  RazorpayOrder,
  RazorpayPayment,
  RazorpayRefund,
  readRazorpayEvent,
} from './razorpay-wire.ts';

const MAX_ORDER_TRIES = 2;
/** The maximum. */
const LIST_PAGE = 100;
/** Chosen: card networks decide a dispute within five months. */
const DISPUTES_SINCE_MS = 180 * DAY;
const RETRY_PAUSE_MS = 250;
const FORMAT = { provider: 'razorpay', failure: RazorpayFailure };
// Razorpay's minimum. We capture a later authorisation ourselves; Razorpay refunds it otherwise.
const AUTOMATIC_CAPTURE_MINUTES = 12;
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
  now?: () => Date;
}

/**
 * Razorpay's Orders, Payments and Refunds API. Amounts in paise. Every call throws ProviderError:
 * `unreachable` (network, timeout, 5xx, 408, 409, 429), `refused` (other 4xx) or `garbled`. Throws
 * at once for a live key outside production and for a sandbox in production. Source:
 * https://razorpay.com/docs/api/
 */
export function createRazorpay(options: RazorpayOptions) {
  const {
    baseUrl,
    keyId,
    keySecret,
    webhookSecrets,
    isProduction = false,
    now = () => new Date(),
  } = options;
  const call = createProviderClient('razorpay', baseUrl, options);
  if (!isProduction && keyId.startsWith('rzp_live_'))
    throw new Error('razorpay: a live key outside production');
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
    const path = `/orders?receipt=${encodeURIComponent(receipt)}&count=100`;
    const { items } = await request(collectionOf(RazorpayOrder), path);
    const matching = items.filter((order) => order.receipt === receipt);
    return matching.find(({ status }) => status === 'paid') ?? matching.at(-1);
  }

  /**
   * Returns the existing order of this receipt, or creates one with automatic capture. Razorpay has
   * no idempotency key for orders, so each try searches first. The caller must hold a lock per
   * receipt against concurrent calls. Throws `refused` with code `RECEIPT_REUSED` when the amount
   * differs.
   */
  async function createOrder(order: NewProviderOrder): Promise<RazorpayOrder> {
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

  const postOrder = ({ amount, receipt, notes }: NewProviderOrder) =>
    request(RazorpayOrder, '/orders', {
      body: { amount, currency: CURRENCY, receipt, notes, payment: AUTOMATIC_CAPTURE },
    });

  const toPayment = ({ createdAt, ...payment }: RazorpayPayment): ProviderPayment => ({
    ...payment,
    awaitsCapture: payment.status === 'authorized' && isPastAutomaticCapture(createdAt, now()),
  });

  const fetchPayment = async (id: string) =>
    toPayment(await request(RazorpayPayment, `/payments/${encodeURIComponent(id)}`));

  /** Razorpay also refuses an already captured payment, so the current payment decides. */
  async function fetchPaymentAfterRefusal(id: string, error: unknown): Promise<ProviderPayment> {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    const payment = await fetchPayment(id);
    if (payment.status === 'authorized') throw error;
    return payment;
  }

  /** Newest first. Ends with the first page that is not full, or that `isEnough`. */
  async function listAll<Item extends z.ZodType>(
    item: Item,
    path: string,
    isEnough: (page: z.output<Item>[]) => boolean = () => false,
  ): Promise<z.output<Item>[]> {
    const listed: z.output<Item>[] = [];
    for (;;) {
      const separator = path.includes('?') ? '&' : '?';
      const page = `${path}${separator}count=${LIST_PAGE}&skip=${listed.length}`;
      const { items } = await request(collectionOf(item), page);
      listed.push(...items);
      if (items.length < LIST_PAGE || isEnough(items)) return listed;
    }
  }

  /** Razorpay cannot filter disputes by time, and an old one may change. */
  function listDisputes() {
    const openedAfter = new Date(now().getTime() - DISPUTES_SINCE_MS).toISOString();
    return listAll(
      RazorpayDispute,
      '/disputes',
      (page) => (page.at(-1)?.openedAt ?? '') < openedAfter,
    );
  }

  return {
    name: 'razorpay',
    createOrder,
    fetchPayment,

    async fetchOrderPayments(orderId) {
      const { items } = await request(
        collectionOf(RazorpayPayment),
        `/orders/${encodeURIComponent(orderId)}/payments`,
      );
      return items.map(toPayment);
    },

    /** The amount must equal the authorised amount. */
    capture: ({ id, amount }) =>
      request(RazorpayPayment, `/payments/${encodeURIComponent(id)}/capture`, {
        body: { amount, currency: CURRENCY },
      }).then(toPayment, (error: unknown) => fetchPaymentAfterRefusal(id, error)),

    /**
     * May be repeated with the same key and body; another body is `refused`. A key has at least 10
     * of A-Z a-z 0-9 - _.
     */
    refund: ({ paymentId, amount, idempotencyKey }) =>
      request(RazorpayRefund, `/payments/${encodeURIComponent(paymentId)}/refund`, {
        body: { amount, speed: 'normal' },
        headers: { 'X-Refund-Idempotency': idempotencyKey },
      }),

    fetchRefund: (id) => request(RazorpayRefund, `/refunds/${encodeURIComponent(id)}`),

    async listReturns(since) {
      const refunds = await listAll(
        RazorpayRefund,
        `/refunds?from=${Math.floor(since.getTime() / 1000)}`,
      );
      return {
        disputes: await listDisputes(),
        refundedPaymentIds: refunds.map(({ paymentId }) => paymentId),
      };
    },

    readProof({
      razorpay_order_id: orderId,
      razorpay_payment_id: paymentId,
      razorpay_signature: signature,
    }) {
      if (!orderId || !paymentId || !signature) return null;
      return isSignedBy(keySecret, `${orderId}|${paymentId}`, signature)
        ? { orderId, paymentId }
        : null;
    },

    async readWebhook(rawBody, headers) {
      const signature = headers.get('X-Razorpay-Signature') ?? '';
      if (!webhookSecrets.some((secret) => isSignedBy(secret, rawBody, signature))) return null;
      const {
        event,
        createdAt,
        payment,
        dispute = null,
        namedPaymentId,
      } = readRazorpayEvent(rawBody);
      const key = headers.get('x-razorpay-event-id') ?? keyOfBody(rawBody);
      // Events of refunds and disputes carry an outdated payment snapshot.
      const hasSnapshot = !event.startsWith('refund.') && !event.startsWith('payment.dispute.');
      const snapshot = hasSnapshot && payment ? toPayment(payment) : null;
      const isFetched =
        namedPaymentId !== undefined && (hasSnapshot ? !snapshot : event === 'refund.processed');
      return {
        key,
        name: event,
        createdAt,
        payment: snapshot,
        dispute,
        fetchBy: isFetched ? { paymentId: namedPaymentId } : null,
      } satisfies ProviderEvent;
    },
  } satisfies ProviderApi;
}

function isSignedBy(secret: string, message: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(message).digest('hex');
  return secret !== '' && isEqualConstantTime(expected, signature);
}

const isAmbiguous = (error: unknown) => error instanceof ProviderError && error.kind !== 'refused';

function requireSameAmount(
  existing: RazorpayOrder,
  { amount, receipt }: NewProviderOrder,
): RazorpayOrder {
  if (existing.amount === amount && existing.currency === CURRENCY) return existing;
  const description = `receipt ${receipt} has order ${existing.id} of ${existing.amount} ${existing.currency}`;
  throw new ProviderError('razorpay', 'refused', { code: 'RECEIPT_REUSED', description });
}

/**
 * After this time Razorpay no longer captures automatically; it refunds uncaptured payments after
 * some days.
 */
const isPastAutomaticCapture = (createdAt: Date | null, now: Date) =>
  createdAt !== null &&
  now.getTime() - createdAt.getTime() > (AUTOMATIC_CAPTURE_MINUTES + 1) * MINUTE;
