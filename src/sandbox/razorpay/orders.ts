import { z } from 'zod';
import { newOrder, type Order, type Payment, toCollection } from './entities.ts';
import { Amount, requireEntity, Notes, parseBody, Receipt, requiredField } from './api-error.ts';
import { Page, pageOf } from './lists.ts';
import type { RazorpayState } from './state.ts';

const MIN_EXPIRY_MINUTES = 12;

const NewOrder = z.strictObject({
  amount: Amount,
  currency: z
    .string(requiredField('currency', 'The currency must be a string.'))
    .regex(/^INR$/, 'Currency is not supported'),
  receipt: Receipt,
  notes: Notes,
  partial_payment: z.literal(false, 'Partial payments are not part of this sandbox').optional(),
  payment: z
    .strictObject({
      capture: z.enum(['automatic', 'manual'], 'The selected capture is invalid.'),
      capture_options: z
        .strictObject({
          automatic_expiry_period: z
            .int()
            .min(MIN_EXPIRY_MINUTES, 'The automatic expiry period must be at least 12.')
            .optional(),
          manual_expiry_period: z.int().min(MIN_EXPIRY_MINUTES).optional(),
          refund_speed: z
            .enum(['normal', 'optimum'], 'The selected refund speed is invalid.')
            .optional(),
        })
        .optional(),
    })
    .optional(),
});

const OrderPage = Page.extend({
  receipt: z.string().optional(),
  authorized: z.enum(['0', '1'], 'The authorized field must be 0 or 1.').optional(),
  expand: z
    .literal('payments', 'Value of each expand must be one of following types: payments')
    .optional(),
});

export const findOrder = ({ store }: RazorpayState, id: string) =>
  requireEntity(store.orders.get(id), id);

/** Accepts a repeated receipt, as Razorpay does in spite of its documentation. */
export function createOrder({ store, nowSeconds }: RazorpayState, body: unknown): Order {
  const { payment, ...requested } = parseBody(NewOrder, body);
  const order = newOrder(requested, nowSeconds());
  return store.transaction(() => {
    if (payment?.capture === 'automatic') store.autoCaptures.put({ id: order.id });
    return store.orders.put(order);
  });
}

/** Newest first. */
export function listOrders(state: RazorpayState, query: Record<string, string>): object[] {
  const { receipt, authorized, expand, ...page } = parseBody(OrderPage, withPlainExpand(query));
  const orders = state.store.orders
    .all()
    .filter((order) => receipt === undefined || order.receipt === receipt)
    .filter(
      (order) =>
        authorized === undefined || hasAuthorisedPayment(state, order) === (authorized === '1'),
    );
  const listed = pageOf(orders, page);
  if (!expand) return listed;
  return listed.map((order) => ({
    ...order,
    payments: toCollection(listOrderPayments(state, order.id)),
  }));
}

/** Razorpay's documentation writes `expand[]`, its SDK sends `expand[expand[]]`. */
const withPlainExpand = (query: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name.replace(/^expand\[.*/, 'expand'), value]),
  );

const hasAuthorisedPayment = (state: RazorpayState, { id }: Order) =>
  listOrderPayments(state, id).some(({ status }) => status !== 'created' && status !== 'failed');

/** Newest first. */
export function listOrderPayments(state: RazorpayState, orderId: string): Payment[] {
  const { id } = findOrder(state, orderId);
  return state.store.payments
    .all()
    .filter(({ order_id }) => order_id === id)
    .reverse();
}
