import { z } from 'zod';
import { newBankReference } from '../id.ts';
import { NO_ERROR, type Payment } from './entities.ts';
import { findOrder } from './orders.ts';
import {
  ALREADY_PAID,
  Amount,
  requireEntity,
  NOT_AUTHORISED,
  parseBody,
  ApiError,
  requiredField,
  WRONG_CAPTURE_AMOUNT,
} from './api-error.ts';
import type { RazorpayState } from './state.ts';

const FEE_PERCENT = 2;
const FEE_GST_PERCENT = 18;

const Capture = z.strictObject({
  amount: Amount,
  currency: z.string(requiredField('currency', 'The currency must be a string.')),
});

export const findPayment = ({ store }: RazorpayState, id: string) =>
  requireEntity(store.payments.get(id), id);

export function capturePayment(state: RazorpayState, id: string, body: unknown): Payment {
  const payment = findPayment(state, id);
  const { amount, currency } = parseBody(Capture, body);
  if (payment.captured || findOrder(state, payment.order_id).status === 'paid')
    throw new ApiError(ALREADY_PAID);
  if (payment.status !== 'authorized') throw new ApiError(NOT_AUTHORISED);
  if (amount !== payment.amount || currency !== payment.currency)
    throw new ApiError(WRONG_CAPTURE_AMOUNT, { field: 'amount' });
  return state.store.transaction(() => completeCapture(state, payment));
}

/**
 * Simulates a late bank: captures a payment that it has not answered, authorised or failed, unless
 * its order is paid.
 */
export function captureLate(state: RazorpayState, id: string): Payment {
  const payment = findPayment(state, id);
  const isPaid = findOrder(state, payment.order_id).status === 'paid';
  return state.store.transaction(() => {
    const isUnanswered = payment.status === 'created' || payment.status === 'failed';
    const authorised = isUnanswered ? authorisePayment(state, payment) : payment;
    return authorised.status === 'authorized' && !isPaid
      ? completeCapture(state, authorised)
      : authorised;
  });
}

export function authorisePayment({ store, webhooks }: RazorpayState, payment: Payment): Payment {
  const acquirer_data = { rrn: newBankReference() };
  const authorised = store.payments.put({
    ...payment,
    ...NO_ERROR,
    status: 'authorized',
    acquirer_data,
  });
  webhooks.emit('payment.authorized', { payment: authorised });
  return authorised;
}

export function completeCapture(state: RazorpayState, payment: Payment): Payment {
  const { store, webhooks } = state;
  const fee = Math.round((payment.amount * FEE_PERCENT) / 100);
  const tax = Math.ceil((fee * FEE_GST_PERCENT) / 100);
  const captured = store.payments.put({
    ...payment,
    status: 'captured',
    captured: true,
    fee: fee + tax,
    tax,
  });

  const order = findOrder(state, payment.order_id);
  const amount_paid = order.amount_paid + payment.amount;
  const amount_due = Math.max(0, order.amount - amount_paid);
  const status = amount_due ? order.status : 'paid';
  const updatedOrder = store.orders.put({ ...order, amount_paid, amount_due, status });

  webhooks.emit('payment.captured', { payment: captured });
  if (updatedOrder.status === 'paid')
    webhooks.emit('order.paid', { payment: captured, order: updatedOrder });
  return captured;
}
