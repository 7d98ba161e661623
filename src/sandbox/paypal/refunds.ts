import { z } from 'zod';
import { findCapture } from './orders.ts';
import {
  type Capture,
  requireEntity,
  newPaypalId,
  parseBody,
  type Refund,
  type PaypalState,
  unprocessable,
} from './state.ts';
import { toRefund } from './wire.ts';

const Body = z.object({
  amount: z
    .object({ currency_code: z.string(), value: z.string().regex(/^\d+(\.\d{1,2})?$/) })
    .optional(),
});

export const findRefund = ({ store }: PaypalState, id: string) =>
  requireEntity(store.refunds.get(id));

/** Refunds a capture. A repeated PayPal-Request-Id returns the first refund. */
export function refundCapture({
  state,
  captureId,
  body,
  requestId,
}: {
  state: PaypalState;
  captureId: string;
  body: unknown;
  requestId?: string;
}): Refund {
  const { store, scripts } = state;
  const earlier = requestId ? store.requests.get(`refund ${requestId}`) : undefined;
  if (earlier) return findRefund(state, earlier.createdId);
  const requested = parseBody(Body, body).amount;
  const capture = findCapture(state, captureId);
  requireRefundable(capture);
  if (requested && requested.currency_code !== capture.currency)
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH');
  const refundableAmount = capture.amount - capture.refunded - pendingAmountOf(state, capture);
  const amount = requested ? Math.round(Number(requested.value) * 100) : refundableAmount;
  if (!amount) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE');
  if (amount > refundableAmount) throw unprocessable('REFUND_AMOUNT_EXCEEDED');
  const script = scripts.take('refund');

  return store.transaction(() => {
    const status =
      script?.refund === 'pending' ? 'PENDING' : script?.refund === 'fail' ? 'FAILED' : 'COMPLETED';
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

function requireRefundable({ status }: Capture) {
  if (status === 'REFUNDED') throw unprocessable('CAPTURE_FULLY_REFUNDED');
  if (status === 'PENDING') throw unprocessable('PENDING_CAPTURE');
  if (status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED');
}

const pendingAmountOf = ({ store }: PaypalState, { id }: Capture) =>
  store.refunds
    .all()
    .filter(({ captureId, status }) => captureId === id && status === 'PENDING')
    .reduce((sum, { amount }) => sum + amount, 0);

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
  return current.status === 'PENDING'
    ? state.store.refunds.put({ ...current, status: 'FAILED' })
    : current;
}
