import { z } from 'zod';
import {
  type Capture,
  requireEntity,
  newPaypalId,
  type Order,
  parseBody,
  type PaypalState,
  unprocessable,
} from './state.ts';
import { toCapture, toOrder } from './wire.ts';

const Money = z
  .object({ currency_code: z.literal('USD'), value: z.string().regex(/^\d+(\.\d{1,2})?$/) })
  .transform(({ currency_code, value }) => ({
    currency: currency_code,
    amount: Math.round(Number(value) * 100),
  }));
const ExperienceContext = z.looseObject({
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
});
const NewOrder = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.object({
      invoice_id: z.string().max(127).nullish(),
      custom_id: z.string().max(127).nullish(),
      description: z.string().max(127).default(''),
      amount: Money,
    }),
  ]),
  payment_source: z
    .looseObject({ paypal: z.looseObject({ experience_context: ExperienceContext.optional() }) })
    .optional(),
});

export const findOrder = ({ store }: PaypalState, id: string) =>
  requireEntity(store.orders.get(id));
export const findCapture = ({ store }: PaypalState, id: string) =>
  requireEntity(store.captures.get(id));

/** A repeated PayPal-Request-Id returns the first order with status 200 instead of 201. */
export function createOrder(state: PaypalState, body: unknown, requestId: string | undefined) {
  const { store } = state;
  const earlier = requestId ? store.requests.get(`order ${requestId}`) : undefined;
  if (earlier) return { order: findOrder(state, earlier.createdId), isNew: false };
  const {
    purchase_units: [unit],
    payment_source,
  } = parseBody(NewOrder, body);
  const { return_url: returnUrl, cancel_url: cancelUrl } =
    payment_source?.paypal.experience_context ?? {};
  return store.transaction(() => {
    const order = store.orders.put({
      id: newPaypalId(),
      ...unit.amount,
      invoiceId: unit.invoice_id ?? null,
      customId: unit.custom_id ?? null,
      description: unit.description,
      returnUrl,
      cancelUrl,
      status: payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    });
    if (requestId) store.requests.put({ id: `order ${requestId}`, createdId: order.id });
    return { order, isNew: true };
  });
}

export function approveOrder(state: PaypalState, orderId: string): Order {
  const order = findOrder(state, orderId);
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
  return state.store.transaction(() => {
    const approved = state.store.orders.put({ ...order, status: 'APPROVED' });
    state.emit('CHECKOUT.ORDER.APPROVED', toOrder(state, approved));
    return approved;
  });
}

/** A repeated PayPal-Request-Id returns the captured order with status 200 instead of 201. */
export function captureOrder(state: PaypalState, orderId: string, requestId: string | undefined) {
  const { store, scripts } = state;
  const earlier = requestId ? store.requests.get(`capture ${requestId}`) : undefined;
  if (earlier) return { order: findOrder(state, earlier.createdId), isNew: false };
  const order = findOrder(state, orderId);
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
  const isInvoiceUsed = store.captures
    .all()
    .some(
      ({ invoiceId, status }) =>
        invoiceId && invoiceId === order.invoiceId && status !== 'DECLINED',
    );
  if (isInvoiceUsed) throw unprocessable('DUPLICATE_INVOICE_ID');
  const script = scripts.take('pay');
  if (script?.pay === 'issue') throw unprocessable(script.issue);

  const completed = store.transaction(() => {
    const isPending = script?.pay === 'pending';
    const captured = store.captures.put({
      id: newPaypalId(),
      orderId,
      amount: script?.pay === 'tamper_amount' ? script.amountInCents : order.amount,
      currency: order.currency,
      status: isPending ? 'PENDING' : 'COMPLETED',
      refunded: 0,
      invoiceId: order.invoiceId,
      customId: order.customId,
      at: state.now().toISOString(),
    });
    state.emit(
      `PAYMENT.CAPTURE.${isPending ? 'PENDING' : 'COMPLETED'}`,
      toCapture(state.base, captured),
    );
    if (requestId) store.requests.put({ id: `capture ${requestId}`, createdId: orderId });
    return store.orders.put({ ...order, status: 'COMPLETED' });
  });
  if (script?.pay === 'already_captured') throw unprocessable('ORDER_ALREADY_CAPTURED');
  return { order: completed, isNew: true };
}

export function resolveCapture(
  state: PaypalState,
  captureId: string,
  status: 'COMPLETED' | 'DECLINED',
): Capture {
  const current = findCapture(state, captureId);
  if (current.status !== 'PENDING') return current;
  return state.store.transaction(() => {
    const resolved = state.store.captures.put({ ...current, status });
    const event = status === 'COMPLETED' ? 'COMPLETED' : 'DENIED';
    state.emit(`PAYMENT.CAPTURE.${event}`, toCapture(state.base, resolved));
    return resolved;
  });
}
