import { z } from 'zod';
import { newBankReference } from '../id.ts';
import { NO_ERROR, type Payment } from './entities.ts';
import { findOrder } from './orders.ts';
import {
  ALREADY_PAID,
  Amount,
  known,
  NOT_AUTHORISED,
  read,
  Refusal,
  required,
  WRONG_CAPTURE_AMOUNT,
} from './refusal.ts';
import type { Room } from './room.ts';

const FEE_PERCENT = 2;
const FEE_GST_PERCENT = 18;

const Capture = z.strictObject({
  amount: Amount,
  currency: z.string(required('currency', 'The currency must be a string.')),
});

export const findPayment = ({ store }: Room, id: string) => known(store.payments.get(id));

/** The merchant takes an authorised payment. */
export function capture(room: Room, id: string, body: unknown): Payment {
  const payment = findPayment(room, id);
  const { amount, currency } = read(Capture, body);
  if (payment.captured || findOrder(room, payment.order_id).status === 'paid') throw new Refusal(ALREADY_PAID);
  if (payment.status !== 'authorized') throw new Refusal(NOT_AUTHORISED);
  if (amount !== payment.amount || currency !== payment.currency)
    throw new Refusal(WRONG_CAPTURE_AMOUNT, { field: 'amount' });
  return room.store.together(() => take(room, payment));
}

/** The bank's word comes late: an authorised payment is captured, and so is one that had failed, unless its order is paid. */
export function captureLate(room: Room, id: string): Payment {
  const payment = findPayment(room, id);
  const isPaid = findOrder(room, payment.order_id).status === 'paid';
  return room.store.together(() => {
    const authorised = payment.status === 'failed' ? authorise(room, payment) : payment;
    return authorised.status === 'authorized' && !isPaid ? take(room, authorised) : authorised;
  });
}

/** The bank agrees; the money is promised, not ours yet. */
export function authorise({ store, webhooks }: Room, payment: Payment): Payment {
  const authorised = store.payments.put({
    ...payment,
    ...NO_ERROR,
    status: 'authorized',
    acquirer_data: { rrn: newBankReference() },
  });
  webhooks.emit('payment.authorized', { payment: authorised });
  return authorised;
}

/** The money becomes ours, and its order paid when nothing is left due. */
export function take(room: Room, payment: Payment): Payment {
  const { store, webhooks } = room;
  const fee = Math.round((payment.amount * FEE_PERCENT) / 100);
  const tax = Math.ceil((fee * FEE_GST_PERCENT) / 100);
  const captured = store.payments.put({ ...payment, status: 'captured', captured: true, fee: fee + tax, tax });

  const order = findOrder(room, payment.order_id);
  const amount_paid = order.amount_paid + payment.amount;
  const amount_due = Math.max(0, order.amount - amount_paid);
  const settled = store.orders.put({ ...order, amount_paid, amount_due, status: amount_due ? order.status : 'paid' });

  webhooks.emit('payment.captured', { payment: captured });
  if (settled.status === 'paid') webhooks.emit('order.paid', { payment: captured, order: settled });
  return captured;
}
