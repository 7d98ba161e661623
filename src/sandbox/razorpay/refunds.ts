import { z } from 'zod';
import { newBankReference } from '../id.ts';
import { newRefund, type Payment, type Refund } from './entities.ts';
import { findPayment } from './capture.ts';
import {
  Amount,
  INVALID_IDEMPOTENCY_KEY,
  FULLY_REFUNDED,
  IDEMPOTENCY_KEY_REUSED,
  requireEntity,
  NOT_CAPTURED,
  Notes,
  parseBody,
  Receipt,
  ApiError,
  TOO_MUCH_REFUND,
} from './api-error.ts';
import type { RazorpayState } from './state.ts';

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{10,}$/;

const NewRefund = z.strictObject({
  amount: Amount.optional(),
  speed: z.enum(['normal', 'optimum'], 'The selected speed is invalid.').default('normal'),
  notes: Notes,
  receipt: Receipt,
});
type NewRefund = z.infer<typeof NewRefund>;

export const findRefund = ({ store }: RazorpayState, id: string) =>
  requireEntity(store.refunds.get(id), id);

export const refundsOf = ({ store }: RazorpayState, paymentId: string) =>
  store.refunds.all().filter(({ payment_id }) => payment_id === paymentId);

export function findRefundOf(state: RazorpayState, paymentId: string, id: string): Refund {
  const refund = findRefund(state, id);
  return requireEntity(refund.payment_id === paymentId ? refund : undefined, id);
}

/**
 * A repeated idempotency key returns the first refund. The same key with another request is
 * refused.
 */
export function refundPayment({
  state,
  paymentId,
  body,
  key,
}: {
  state: RazorpayState;
  paymentId: string;
  body: unknown;
  key: string | undefined;
}): Refund {
  const requested = parseBody(NewRefund, body);
  if (key === undefined) return createRefund(state, findPayment(state, paymentId), requested);
  if (!IDEMPOTENCY_KEY.test(key)) throw new ApiError(INVALID_IDEMPOTENCY_KEY);

  const { store } = state;
  const request = JSON.stringify([paymentId, requested]);
  const earlier = store.refundIdempotencies.get(key);
  if (earlier && earlier.request !== request)
    throw new ApiError(IDEMPOTENCY_KEY_REUSED, {
      source: 'NA',
      step: 'NA',
      reason: 'NA',
      status: 409,
    });
  if (earlier) return findRefund(state, earlier.refundId);

  return store.transaction(() => {
    const created = createRefund(state, findPayment(state, paymentId), requested);
    store.refundIdempotencies.put({ id: key, request, refundId: created.id });
    return created;
  });
}

function createRefund(state: RazorpayState, payment: Payment, requested: NewRefund): Refund {
  const { store, webhooks, scripts } = state;
  if (payment.refund_status === 'full') throw new ApiError(FULLY_REFUNDED);
  if (payment.status !== 'captured') throw new ApiError(NOT_CAPTURED);
  const refundableAmount =
    payment.amount - payment.amount_refunded - pendingAmountOf(state, payment);
  const { amount = refundableAmount } = requested;
  if (amount > refundableAmount || !refundableAmount)
    throw new ApiError(TOO_MUCH_REFUND, { field: 'amount' });
  const outcome = scripts.take('refund')?.refund;

  return store.transaction(() => {
    const created = store.refunds.put(
      newRefund(payment, { ...requested, amount }, state.nowSeconds()),
    );
    webhooks.emit('refund.created', { refund: created, payment });
    if (outcome === 'pending') return created;
    return outcome === 'fail' ? failRefund(state, created.id) : finishRefund(state, created.id);
  });
}

const pendingAmountOf = (state: RazorpayState, { id }: Payment) =>
  refundsOf(state, id)
    .filter(({ status }) => status === 'pending')
    .reduce((sum, { amount }) => sum + amount, 0);

/** Marks a pending refund as received by the payer. */
export function finishRefund(state: RazorpayState, refundId: string): Refund {
  const { store, webhooks } = state;
  const current = findRefund(state, refundId);
  if (current.status !== 'pending') return current;
  const originalPayment = findPayment(state, current.payment_id);
  const amount_refunded = originalPayment.amount_refunded + current.amount;
  const isFull = amount_refunded === originalPayment.amount;
  return store.transaction(() => {
    const payment = store.payments.put({
      ...originalPayment,
      amount_refunded,
      status: isFull ? 'refunded' : 'captured',
      refund_status: isFull ? 'full' : 'partial',
    });
    const refund = store.refunds.put({
      ...current,
      status: 'processed',
      acquirer_data: { arn: newBankReference() },
    });
    webhooks.emit('refund.processed', { refund, payment });
    return refund;
  });
}

/** Simulates that the payer's bank refuses the refund: the merchant keeps the money. */
export function failRefund(state: RazorpayState, refundId: string): Refund {
  const { store, webhooks } = state;
  const current = findRefund(state, refundId);
  if (current.status !== 'pending') return current;
  return store.transaction(() => {
    const refund = store.refunds.put({ ...current, status: 'failed' });
    webhooks.emit('refund.failed', { refund, payment: findPayment(state, current.payment_id) });
    return refund;
  });
}
