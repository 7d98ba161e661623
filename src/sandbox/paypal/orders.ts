import { z } from 'zod';
import { type Capture, known, newPaypalId, type Order, Refusal, type Room, unprocessable } from './room.ts';
import { toCapture, toOrder } from './wire.ts';

const Money = z
  .object({ currency_code: z.literal('USD'), value: z.string().regex(/^\d+\.\d{2}$/) })
  .transform(({ currency_code, value }) => ({ currency: currency_code, amount: Math.round(Number(value) * 100) }));
const NewOrder = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        invoice_id: z.string().max(127).nullish(),
        custom_id: z.string().max(127).nullish(),
        description: z.string().max(127).default(''),
        amount: Money,
      }),
    )
    .length(1),
});

export const findOrder = ({ store }: Room, id: string) => known(store.orders.get(id));
export const findCapture = ({ store }: Room, id: string) => known(store.captures.get(id));

/** The same PayPal-Request-Id gives the same order again, with 200 instead of 201. */
export function createOrder(room: Room, body: unknown, requestId: string | undefined) {
  const { store } = room;
  const earlier = requestId ? store.requests.get(`order ${requestId}`) : undefined;
  if (earlier) return { order: findOrder(room, earlier.gave), isNew: false };
  const read = NewOrder.safeParse(body);
  if (!read.success) throw new Refusal(400, 'INVALID_REQUEST', read.error.issues[0]!.path.join('/'));
  const unit = read.data.purchase_units[0]!;
  return store.together(() => {
    const order = store.orders.put({
      id: newPaypalId(),
      ...unit.amount,
      invoiceId: unit.invoice_id ?? null,
      customId: unit.custom_id ?? null,
      description: unit.description,
      status: 'PAYER_ACTION_REQUIRED',
    });
    if (requestId) store.requests.put({ id: `order ${requestId}`, gave: order.id });
    return { order, isNew: true };
  });
}

/** What the payer does in the popup. */
export function approve(room: Room, orderId: string): Order {
  const order = findOrder(room, orderId);
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
  return room.store.together(() => {
    const approved = room.store.orders.put({ ...order, status: 'APPROVED' });
    room.emit('CHECKOUT.ORDER.APPROVED', toOrder(room, approved));
    return approved;
  });
}

export function capture(room: Room, orderId: string): Order {
  const { store, scripts } = room;
  const order = findOrder(room, orderId);
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
  const isInvoiceUsed = store.captures
    .all()
    .some((each) => each.invoiceId && each.invoiceId === order.invoiceId && each.status !== 'DECLINED');
  if (isInvoiceUsed) throw unprocessable('DUPLICATE_INVOICE_ID');
  const script = scripts.takePay();
  if (script?.pay === 'issue') throw unprocessable(script.issue);

  const completed = store.together(() => {
    const isPending = script?.pay === 'pending';
    const made = store.captures.put({
      id: newPaypalId(),
      orderId,
      amount: script?.pay === 'tamper_amount' ? script.amountInCents : order.amount,
      currency: order.currency,
      status: isPending ? 'PENDING' : 'COMPLETED',
      refunded: 0,
      invoiceId: order.invoiceId,
      customId: order.customId,
      at: room.now().toISOString(),
    });
    room.emit(`PAYMENT.CAPTURE.${isPending ? 'PENDING' : 'COMPLETED'}`, toCapture(room.base, made));
    return store.orders.put({ ...order, status: 'COMPLETED' });
  });
  if (script?.pay === 'already_captured') throw unprocessable('ORDER_ALREADY_CAPTURED');
  return completed;
}

/** PayPal decides on a capture that it had kept pending. */
export function decide(room: Room, captureId: string, status: 'COMPLETED' | 'DECLINED'): Capture {
  const found = findCapture(room, captureId);
  if (found.status !== 'PENDING') return found;
  return room.store.together(() => {
    const decided = room.store.captures.put({ ...found, status });
    const event = status === 'COMPLETED' ? 'COMPLETED' : 'DENIED';
    room.emit(`PAYMENT.CAPTURE.${event}`, toCapture(room.base, decided));
    return decided;
  });
}
