import { postPaymentCheck } from '#api/payments.ts';
import type { Order } from '#contract/booking.ts';
import { paymentCheckMessages as text } from '#messages/payment-check.ts';
import { createTask } from '../lib/task.ts';
import { notify } from '../notices/notices.ts';

/** Asks the provider at once. Returns the order as it is then; undefined without a response. */
export const checkPayment = createTask(async ({ movieOrderId }: Order): Promise<Order> => {
  const order = await postPaymentCheck(movieOrderId);
  if (!['PAID', 'REFUNDED'].includes(order.paymentStatus)) notify('info', text.notReceived);
  return order;
});
