import { z } from 'zod';
import { findCapture } from './orders.ts';
import { requireEntity, newPaypalId, ApiError, type Refund, type PaypalState, unprocessable } from './state.ts';
import { toRefund } from './wire.ts';

const Body = z.object({
  amount: z.object({ currency_code: z.string(), value: z.string().regex(/^\d+\.\d{2}$/) }).optional(),
});

export const findRefund = ({ store }: PaypalState, id: string) => requireEntity(store.refunds.get(id));

/** Refunds a capture. A repeated PayPal-Request-Id returns the first refund. */
export function refundCapture(state: PaypalState, captureId: string, body: unknown, requestId?: string): Refund {
  const { store, scripts } = state;
  const earlier = requestId ? store.requests.get(`refund ${requestId}`) : undefined;
  if (earlier) return findRefund(state, earlier.createdId);
  const parsed = Body.safeParse(body);
  if (!parsed.success) throw new ApiError(400, 'INVALID_REQUEST', 'amount');
  const capture = findCapture(state, captureId);
  if (capture.status === 'REFUNDED') throw unprocessable('CAPTURE_FULLY_REFUNDED');
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED')
    throw unprocessable('INVALID_RESOURCE_ID');
  const refundableAmount = capture.amount - capture.refunded;
  const amount = parsed.data.amount ? Math.round(Number(parsed.data.amount.value) * 100) : refundableAmount;
  if (amount > refundableAmount) throw unprocessable('REFUND_AMOUNT_EXCEEDED');
  const script = scripts.take('refund');

  return store.transaction(() => {
    const status = script?.refund === 'pending' ? 'PENDING' : script?.refund === 'fail' ? 'FAILED' : 'COMPLETED';
    const at = state.now().toISOString();
    const created = store.refunds.put({
      id: newPaypalId(),
      captureId,
      amount,
      currency: capture.currency,
      status: status === 'COMPLETED' ? 'PENDING' : status,
      at,
    });
    if (requestId) store.requests.put({ id: `refund ${requestId}`, createdId: created.id });
    return status === 'COMPLETED' ? finishRefund(state, created.id) : created;
  });
}

/** `event`: a reversal takes the money back as a refund does, but without the merchant. */
export function finishRefund(
  state: PaypalState,
  refundId: string,
  event: 'PAYMENT.CAPTURE.REFUNDED' | 'PAYMENT.CAPTURE.REVERSED' = 'PAYMENT.CAPTURE.REFUNDED',
): Refund {
  const { store } = state;
  const current = findRefund(state, refundId);
  if (current.status !== 'PENDING') return current;
  const capture = findCapture(state, current.captureId);
  const refunded = capture.refunded + current.amount;
  const status = refunded === capture.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  return store.transaction(() => {
    store.captures.put({ ...capture, refunded, status });
    const completed = store.refunds.put({ ...current, status: 'COMPLETED' });
    state.emit(event, toRefund(state.base, completed));
    return completed;
  });
}

export function failRefund(state: PaypalState, refundId: string): Refund {
  const current = findRefund(state, refundId);
  return current.status === 'PENDING' ? state.store.refunds.put({ ...current, status: 'FAILED' }) : current;
}
