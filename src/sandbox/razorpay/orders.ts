import { z } from 'zod';
import { newOrder, type Order, type Payment } from './entities.ts';
import { Amount, requireEntity, Notes, parseBody, Receipt, requiredField } from './api-error.ts';
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
          refund_speed: z.enum(['normal', 'optimum'], 'The selected refund speed is invalid.').optional(),
        })
        .optional(),
    })
    .optional(),
});

const UnixTime = z.coerce.number('The time must be an integer.').int().optional();
/** Strict: a parameter that the sandbox ignored would look as if it worked. */
const Page = z.strictObject({
  receipt: z.string().optional(),
  from: UnixTime,
  to: UnixTime,
  count: z.coerce.number().int().min(1).max(100, 'The count may not be greater than 100.').default(10),
  skip: z.coerce.number().int().min(0).default(0),
});

export const findOrder = ({ store }: RazorpayState, id: string) => requireEntity(store.orders.get(id));

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
export function listOrders({ store }: RazorpayState, query: unknown): Order[] {
  const { receipt, from = 0, to = Infinity, count, skip } = parseBody(Page, query);
  const orders = store.orders
    .all()
    .filter((order) => receipt === undefined || order.receipt === receipt)
    .filter(({ created_at }) => created_at >= from && created_at <= to);
  return orders.reverse().slice(skip, skip + count);
}

/** Newest first. */
export function listOrderPayments(state: RazorpayState, orderId: string): Payment[] {
  const { id } = findOrder(state, orderId);
  return state.store.payments
    .all()
    .filter(({ order_id }) => order_id === id)
    .reverse();
}
