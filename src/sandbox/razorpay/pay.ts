import { z } from 'zod';
import { newId } from '../id.ts';
import { authorisePayment, completeCapture } from './capture.ts';
import { newPayment, type Order, type Payment } from './entities.ts';
import { findOrder } from './orders.ts';
import { ALREADY_PAID, parseBody, ApiError, requiredField } from './api-error.ts';
import type { RazorpayState } from './state.ts';
import { signText } from './webhooks.ts';

// A VPA is the payer's address in UPI, India's bank transfers. These two are Razorpay's own test
// addresses.
export const SUCCESS_VPA = 'success@razorpay';
const FAILURE_VPA = 'failure@razorpay';
const DECLINED = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Payment failed',
  source: 'issuer',
  step: 'payment_authorization',
  reason: 'payment_failed',
};

const Payer = z.object({
  order_id: z.string(requiredField('order_id', 'The order_id must be a string.')),
  description: z.string().nullish(),
  email: z.string().nullish(),
  contact: z.string().nullish(),
});
const CardPayment = Payer.extend({ method: z.literal('card'), vpa: z.null().default(null) });
const UpiPayment = Payer.extend({
  method: z.literal('upi').default('upi'),
  vpa: z
    .string(requiredField('vpa', 'The vpa must be a string.'))
    .trim()
    .refine(
      (vpa) => [SUCCESS_VPA, FAILURE_VPA].includes(vpa),
      `Invalid VPA. Use ${SUCCESS_VPA} or ${FAILURE_VPA}`,
    ),
});
const isCard = (body: unknown) => z.object({ method: z.literal('card') }).safeParse(body).success;

/**
 * Simulates the payer's click in the popup. Returns the payment proof for the merchant's page.
 * Throws ApiError if declined.
 */
export function payOrder(state: RazorpayState, body: unknown) {
  const attempt = isCard(body) ? parseBody(CardPayment, body) : parseBody(UpiPayment, body);
  const order = findOrder(state, attempt.order_id);
  if (order.status === 'paid') throw new ApiError(ALREADY_PAID);
  const script = state.scripts.take('pay');
  const outcome = script?.pay;
  const amount = script?.pay === 'tamper_amount' ? script.amountInPaise : order.amount;

  return state.store.transaction(() => {
    state.store.orders.put({ ...order, status: 'attempted', attempts: order.attempts + 1 });
    const payment = newPayment(order, attempt, amount, state.nowSeconds());
    if (script?.pay === 'fail') return decline(state, payment, script.afterMs);
    if (attempt.vpa === FAILURE_VPA) return decline(state, payment, undefined);

    const authorised = authorisePayment(state, payment);
    if (script?.pay === 'capture_later') state.captureLater(payment.id, script.afterMs);
    else if (state.store.autoCaptures.get(order.id) && outcome !== 'authorise_only')
      completeCapture(state, authorised);
    const secret = outcome === 'corrupt_signature' ? `not ${state.keySecret}` : state.keySecret;
    return proofOf(
      payment,
      outcome === 'other_order' ? anotherOrderId(state, order) : order.id,
      secret,
    );
  });
}

export const proofOf = ({ id }: Payment, orderId: string, secret: string) => ({
  razorpay_payment_id: id,
  razorpay_order_id: orderId,
  razorpay_signature: signText(secret, `${orderId}|${id}`),
});

const anotherOrderId = ({ store }: RazorpayState, { id }: Order) =>
  store.orders.all().findLast((order) => order.id !== id)?.id ?? newId('order_');

export function decline(
  state: RazorpayState,
  payment: Payment,
  captureAfterMs: number | undefined,
): never {
  const failed = state.store.payments.put({
    ...payment,
    status: 'failed',
    error_code: DECLINED.code,
    error_description: DECLINED.description,
    error_source: DECLINED.source,
    error_step: DECLINED.step,
    error_reason: DECLINED.reason,
  });
  state.webhooks.emit('payment.failed', { payment: failed });
  if (captureAfterMs !== undefined) state.captureLater(failed.id, captureAfterMs);
  const metadata = { order_id: failed.order_id, payment_id: failed.id };
  throw new ApiError(DECLINED.description, { ...DECLINED, metadata });
}
