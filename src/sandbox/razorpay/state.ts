import type { Journal } from '../journal.ts';
import type { Delivery } from '../deliveries.ts';
import type { Dispute, Order, Payment, Refund } from './entities.ts';
import type { Scripts } from './scripts.ts';
import type { Webhooks } from './webhooks.ts';

export interface LateCapture {
  /** The payment's id. */
  id: string;
  /** Epoch milliseconds of the machine's clock. */
  at: number;
}

export function openStore(journal: Journal) {
  const tables = {
    orders: journal.table<Order>('razorpay.order'),
    /** Ids of orders with automatic capture, which the Order entity does not contain. */
    autoCaptures: journal.table<{ id: string }>('razorpay.autoCapture'),
    payments: journal.table<Payment>('razorpay.payment'),
    refunds: journal.table<Refund>('razorpay.refund'),
    /** Refund requests that had an idempotency key; `id` is the key. */
    refundIdempotencies: journal.table<{ id: string; request: string; refundId: string }>(
      'razorpay.refundKey',
    ),
    disputes: journal.table<Dispute>('razorpay.dispute'),
    lateCaptures: journal.table<LateCapture>('razorpay.lateCapture'),
    deliveries: journal.table<Delivery>('razorpay.delivery'),
  };
  const clear = () => Object.values(tables).forEach((table) => table.clear());
  return { ...tables, clear, transaction: journal.transaction };
}

export interface RazorpayState {
  store: ReturnType<typeof openStore>;
  scripts: Scripts;
  webhooks: Webhooks;
  keySecret: string;
  /** Epoch seconds of the sandbox's clock. */
  nowSeconds(): number;
  captureLater(paymentId: string, afterMs: number): void;
}
