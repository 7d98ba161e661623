import type { ControlButton } from './control-scripts.ts';
import type { Delivery } from './deliveries.ts';
import { formatRupees } from './page.ts';
import type { Capture, Order as PaypalOrder, Refund as PaypalRefund } from './paypal/state.ts';
import type { Order, Payment, Refund } from './razorpay/entities.ts';

export interface ControlRow {
  cells: (string | number)[];
  actions?: ControlButton[];
}

const formatAmount = ({ amount, currency }: { amount: number; currency: string }) =>
  `${(amount / 100).toFixed(2)} ${currency}`;
const actionButton = (provider: string, label: string, action: string, target: object): ControlButton => ({
  label,
  script: { provider, action, ...target },
});

export const orderRow = ({ id, receipt, amount, attempts, status }: Order): ControlRow => ({
  cells: [id, receipt ?? '', formatRupees(amount), attempts, status],
  actions: status === 'paid' ? [] : [actionButton('razorpay', 'Pay it', 'pay', { order_id: id })],
});

export const paymentRow = ({ id, order_id, amount, status }: Payment): ControlRow => ({
  cells: [id, order_id, formatRupees(amount), status],
  actions:
    status === 'authorized' || status === 'failed'
      ? [actionButton('razorpay', 'Capture', 'capture', { payment_id: id })]
      : [],
});

export const refundRow = ({ id, payment_id, amount, status }: Refund): ControlRow => ({
  cells: [id, payment_id, formatRupees(amount), status],
  actions: status === 'pending' ? refundActions('razorpay', id) : [],
});

const refundActions = (provider: string, refund_id: string) => [
  actionButton(provider, 'Finish', 'finish_refund', { refund_id }),
  actionButton(provider, 'Fail', 'fail_refund', { refund_id }),
];

export const paypalOrderRow = (order: PaypalOrder): ControlRow => ({
  cells: [order.id, order.invoiceId ?? '', formatAmount(order), order.status],
  actions: order.status === 'COMPLETED' ? [] : [actionButton('paypal', 'Approve', 'approve', { order_id: order.id })],
});

export function captureRow(capture: Capture): ControlRow {
  const capture_id = capture.id;
  return {
    cells: [capture.id, capture.orderId, formatAmount(capture), capture.status],
    actions:
      capture.status === 'PENDING'
        ? [
            actionButton('paypal', 'Complete', 'complete', { capture_id }),
            actionButton('paypal', 'Deny', 'deny', { capture_id }),
          ]
        : capture.status === 'COMPLETED'
          ? [actionButton('paypal', 'Return', 'return', { capture_id })]
          : [],
  };
}

export const paypalRefundRow = (refund: PaypalRefund): ControlRow => ({
  cells: [refund.id, refund.captureId, formatAmount(refund), refund.status],
  actions: refund.status === 'PENDING' ? refundActions('paypal', refund.id) : [],
});

export const webhookRow = ({ event, id, tries, state }: Delivery): ControlRow => ({
  cells: [event, id, tries.join(' '), state],
});
