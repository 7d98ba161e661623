import { createHash } from 'node:crypto';
import { MINUTE } from '#domain/limits.ts';
import { ProviderError } from '../provider-error.ts';
import type { ProviderApi, ProviderEvent, ProviderPayment, ProviderRefund } from './provider.ts';
import { AUTOMATIC_CAPTURE_MINUTES, type Razorpay } from './razorpay.ts';
import { readRazorpayEvent, type RazorpayPayment, type RazorpayRefund } from './razorpay-wire.ts';

const STATUS: Record<RazorpayPayment['status'], ProviderPayment['status']> = {
  created: 'unknown',
  authorized: 'authorized',
  captured: 'captured',
  refunded: 'refunded',
  failed: 'failed',
};
const REFUND_STATUS = { pending: 'pending', processed: 'done', failed: 'failed' } as const;

export function razorpayProvider(razorpay: Razorpay, now: () => Date): ProviderApi {
  const toPayment = (payment: RazorpayPayment): ProviderPayment => ({
    provider: 'razorpay',
    id: payment.id,
    orderId: payment.orderId,
    status: STATUS[payment.status],
    amount: payment.amountInPaise,
    currency: payment.currency,
    method: payment.method,
    fee: payment.feeInPaise,
    awaitsCapture: payment.status === 'authorized' && isPastAutomaticCapture(payment, now()),
  });

  /** Razorpay also refuses an already captured payment, so the current payment decides. */
  async function findCapturedPayment(id: string, error: unknown): Promise<RazorpayPayment> {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    const payment = await razorpay.fetchPayment(id);
    if (payment.status === 'authorized') throw error;
    return payment;
  }

  return {
    name: 'razorpay',
    createOrder: ({ amount, receipt, notes }) => razorpay.createOrder({ amountInPaise: amount, receipt, notes }),
    fetchPayment: async (id) => toPayment(await razorpay.fetchPayment(id)),
    fetchOrderPayments: async (orderId) => (await razorpay.fetchOrderPayments(orderId)).map(toPayment),
    capture: async ({ id, amount }) =>
      toPayment(await razorpay.capture(id, amount).catch((error) => findCapturedPayment(id, error))),
    refund: async ({ paymentId, amount, idempotencyKey }) =>
      toRefund(await razorpay.refund({ paymentId, amountInPaise: amount, idempotencyKey })),
    fetchRefund: async (id) => toRefund(await razorpay.fetchRefund(id)),
    readProof({ razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature }) {
      if (!orderId || !paymentId || !signature) return null;
      return razorpay.isPaymentSignature({ orderId, paymentId, signature }) ? { orderId, paymentId } : null;
    },
    async readWebhook(rawBody, headers) {
      if (!razorpay.isWebhookSignature(rawBody, headers.get('X-Razorpay-Signature') ?? '')) return null;
      const { event, payment, refund } = readRazorpayEvent(rawBody);
      const key =
        headers.get('x-razorpay-event-id') ?? `body:${createHash('sha256').update(rawBody).digest('base64url')}`;
      // A refund event carries an outdated payment snapshot, so the payment is fetched instead.
      const content: Pick<ProviderEvent, 'payment' | 'ask'> = event.startsWith('refund.')
        ? { payment: null, ask: event === 'refund.processed' && refund ? { paymentId: refund.paymentId } : null }
        : { payment: payment ? toPayment(payment) : null, ask: null };
      return { key, name: event, ...content };
    },
  };
}

const toRefund = ({ id, status }: RazorpayRefund): ProviderRefund => ({ id, status: REFUND_STATUS[status] });

/** After this time Razorpay no longer captures automatically; it refunds uncaptured payments after some days. */
const isPastAutomaticCapture = ({ createdAt }: RazorpayPayment, now: Date) =>
  createdAt !== null && now.getTime() - createdAt.getTime() > (AUTOMATIC_CAPTURE_MINUTES + 1) * MINUTE;
