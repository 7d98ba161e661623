import { z } from 'zod';
import { newBankReference, newId } from '../id.ts';
import type { Payment, Refund } from './entities.ts';
import { findPayment } from './capture.ts';
import {
  Amount,
  BAD_KEY,
  FULLY_REFUNDED,
  KEY_REUSED,
  known,
  NOT_CAPTURED,
  Notes,
  read,
  Receipt,
  Refusal,
  TOO_MUCH_REFUND,
} from './refusal.ts';
import type { Room } from './room.ts';

const IS_KEY = /^[A-Za-z0-9_-]{10,}$/;

const NewRefund = z.strictObject({
  amount: Amount.optional(),
  speed: z.enum(['normal', 'optimum'], 'The selected speed is invalid.').default('normal'),
  notes: Notes,
  receipt: Receipt,
});
type NewRefund = z.infer<typeof NewRefund>;

export const findRefund = ({ store }: Room, id: string) => known(store.refunds.get(id));

/** Gives money back. The same key with the same request gives the first refund again; with another request it is refused. */
export function refund(room: Room, paymentId: string, body: unknown, key: string | undefined): Refund {
  const wanted = read(NewRefund, body);
  if (key === undefined) return newRefund(room, findPayment(room, paymentId), wanted);
  if (!IS_KEY.test(key)) throw new Refusal(BAD_KEY);

  const { store } = room;
  const request = JSON.stringify([paymentId, wanted]);
  const earlier = store.refundKeys.get(key);
  if (earlier && earlier.request !== request) throw new Refusal(KEY_REUSED, { source: 'NA', step: 'NA', reason: 'NA' });
  if (earlier) return findRefund(room, earlier.refundId);

  return store.together(() => {
    const made = newRefund(room, findPayment(room, paymentId), wanted);
    store.refundKeys.put({ id: key, request, refundId: made.id });
    return made;
  });
}

function newRefund(room: Room, payment: Payment, { amount, speed, notes, receipt }: NewRefund): Refund {
  const { store, webhooks, scripts } = room;
  if (payment.refund_status === 'full') throw new Refusal(FULLY_REFUNDED);
  if (payment.status !== 'captured') throw new Refusal(NOT_CAPTURED);
  const left = payment.amount - payment.amount_refunded - onTheirWay(room, payment);
  const returned = amount ?? left;
  if (returned > left || !left) throw new Refusal(TOO_MUCH_REFUND, { field: 'amount' });
  const outcome = scripts.takeRefund()?.refund;

  return store.together(() => {
    const made = store.refunds.put({
      id: newId('rfnd_'),
      entity: 'refund',
      amount: returned,
      currency: payment.currency,
      payment_id: payment.id,
      notes,
      receipt,
      acquirer_data: { arn: null },
      created_at: room.seconds(),
      batch_id: null,
      status: 'pending',
      speed_processed: 'normal',
      speed_requested: speed,
    });
    webhooks.emit('refund.created', { refund: made, payment });
    if (outcome === 'pending') return made;
    return outcome === 'fail' ? failRefund(room, made.id) : finishRefund(room, made.id);
  });
}

const onTheirWay = ({ store }: Room, { id }: Payment) =>
  store.refunds
    .all()
    .filter(({ payment_id, status }) => payment_id === id && status === 'pending')
    .reduce((sum, { amount }) => sum + amount, 0);

/** The money has reached the payer. What is decided stays. */
export function finishRefund(room: Room, refundId: string): Refund {
  const { store, webhooks } = room;
  const found = findRefund(room, refundId);
  if (found.status !== 'pending') return found;
  const paid = findPayment(room, found.payment_id);
  const amount_refunded = paid.amount_refunded + found.amount;
  const isFull = amount_refunded === paid.amount;
  return store.together(() => {
    const payment = store.payments.put({
      ...paid,
      amount_refunded,
      status: isFull ? 'refunded' : 'captured',
      refund_status: isFull ? 'full' : 'partial',
    });
    const refund = store.refunds.put({
      ...found,
      status: 'processed',
      acquirer_data: { arn: newBankReference() },
    });
    webhooks.emit('refund.processed', { refund, payment });
    return refund;
  });
}

/** The payer's bank did not take it: the money stays the merchant's. */
export function failRefund(room: Room, refundId: string): Refund {
  const { store, webhooks } = room;
  const found = findRefund(room, refundId);
  if (found.status !== 'pending') return found;
  return store.together(() => {
    const refund = store.refunds.put({ ...found, status: 'failed' });
    webhooks.emit('refund.failed', { refund, payment: findPayment(room, found.payment_id) });
    return refund;
  });
}
