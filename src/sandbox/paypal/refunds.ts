import { z } from 'zod';
import { findCapture } from './orders.ts';
import { known, newPaypalId, Refusal, type Refund, type Room, unprocessable } from './room.ts';
import { toRefund } from './wire.ts';

const Body = z.object({
  amount: z.object({ currency_code: z.string(), value: z.string().regex(/^\d+\.\d{2}$/) }).optional(),
});

export const findRefund = ({ store }: Room, id: string) => known(store.refunds.get(id));

/** Gives a capture's money back; the same PayPal-Request-Id gives the first refund again. */
export function refund(room: Room, captureId: string, body: unknown, requestId?: string): Refund {
  const { store, scripts } = room;
  const earlier = requestId ? store.requests.get(`refund ${requestId}`) : undefined;
  if (earlier) return findRefund(room, earlier.gave);
  const read = Body.safeParse(body);
  if (!read.success) throw new Refusal(400, 'INVALID_REQUEST', 'amount');
  const found = findCapture(room, captureId);
  if (found.status === 'REFUNDED') throw unprocessable('CAPTURE_FULLY_REFUNDED');
  if (found.status !== 'COMPLETED' && found.status !== 'PARTIALLY_REFUNDED') throw unprocessable('INVALID_RESOURCE_ID');
  const left = found.amount - found.refunded;
  const amount = read.data.amount ? Math.round(Number(read.data.amount.value) * 100) : left;
  if (amount > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED');
  const script = scripts.takeRefund();

  return store.together(() => {
    const status = script?.refund === 'pending' ? 'PENDING' : script?.refund === 'fail' ? 'FAILED' : 'COMPLETED';
    const at = room.now().toISOString();
    const made = store.refunds.put({
      id: newPaypalId(),
      captureId,
      amount,
      currency: found.currency,
      status: status === 'COMPLETED' ? 'PENDING' : status,
      at,
    });
    if (requestId) store.requests.put({ id: `refund ${requestId}`, gave: made.id });
    return status === 'COMPLETED' ? finishRefund(room, made.id) : made;
  });
}

export function finishRefund(room: Room, refundId: string): Refund {
  const { store } = room;
  const found = findRefund(room, refundId);
  if (found.status !== 'PENDING') return found;
  const paid = findCapture(room, found.captureId);
  const refunded = paid.refunded + found.amount;
  return store.together(() => {
    store.captures.put({ ...paid, refunded, status: refunded === paid.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED' });
    const done = store.refunds.put({ ...found, status: 'COMPLETED' });
    room.emit('PAYMENT.CAPTURE.REFUNDED', toRefund(room.base, done));
    return done;
  });
}

export function failRefund(room: Room, refundId: string): Refund {
  const found = findRefund(room, refundId);
  return found.status === 'PENDING' ? room.store.refunds.put({ ...found, status: 'FAILED' }) : found;
}
