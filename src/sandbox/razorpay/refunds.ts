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
  const { store, webhooks } = room;
  if (payment.refund_status === 'full') throw new Refusal(FULLY_REFUNDED);
  if (payment.status !== 'captured') throw new Refusal(NOT_CAPTURED);
  const left = payment.amount - payment.amount_refunded;
  const returned = amount ?? left;
  if (returned > left) throw new Refusal(TOO_MUCH_REFUND, { field: 'amount' });

  const pending: Refund = {
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
  };
  return store.together(() => {
    const isFull = returned === left;
    const refunded = store.payments.put({
      ...payment,
      status: isFull ? 'refunded' : 'captured',
      amount_refunded: payment.amount_refunded + returned,
      refund_status: isFull ? 'full' : 'partial',
    });
    const processed = store.refunds.put({
      ...pending,
      status: 'processed',
      acquirer_data: { arn: newBankReference() },
    });
    webhooks.emit('refund.created', { refund: pending, payment: refunded });
    webhooks.emit('refund.processed', { refund: processed, payment: refunded });
    return processed;
  });
}
