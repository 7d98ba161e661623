import {
  actionButton,
  buttonsFor,
  COMMON_ACTIONS,
  type ControlRow,
  type ControlSection,
  type ControlTable,
  REFUND_FAULTS,
  refundActions,
  WEBHOOK_FAULTS,
} from '../control-elements.ts';
import { formatPaise } from '../page.ts';
import type { Dispute, Order, Payment, Refund } from './entities.ts';

export const RAZORPAY_SECTION: ControlSection = {
  title: 'Razorpay',
  buttons: buttonsFor('razorpay', [
    ['Fail the next payment', { pay: 'fail' }],
    ['Fail it, capture 5 s later', { pay: 'fail', afterMs: 5000 }],
    ['Only authorise', { pay: 'authorise_only' }],
    ['Capture 10 s later', { pay: 'capture_later', afterMs: 10_000 }],
    ['Pay ₹1 instead', { pay: 'tamper_amount', amountInPaise: 100 }],
    ['Corrupt the payment’s signature', { pay: 'corrupt_signature' }],
    ['Sign another order', { pay: 'other_order' }],
    ...REFUND_FAULTS,
    ...WEBHOOK_FAULTS,
    ['Send the next three reversed', { webhook: 'reorder', count: 3 }],
    ['API: answer 500 once', { api: 'error_500' }],
    ['API: time out once', { api: 'timeout' }],
    ['Make an order, lose the reply', { api: 'error_500', call: 'createOrder', applied: true }],
    ...COMMON_ACTIONS,
  ]),
};

interface Entities {
  orders: Order[];
  payments: Payment[];
  refunds: Refund[];
  disputes: Dispute[];
}

export const razorpayTables = ({
  orders,
  payments,
  refunds,
  disputes,
}: Entities): ControlTable[] => [
  {
    title: 'Payments',
    headings: ['Payment', 'Order', 'Amount', 'Status', 'Action'],
    rows: payments.map(paymentRow),
  },
  {
    title: 'Orders',
    headings: ['Order', 'Receipt', 'Amount', 'Attempts', 'Status', 'Action'],
    rows: orders.map(orderRow),
  },
  {
    title: 'Refunds',
    headings: ['Refund', 'Payment', 'Amount', 'Status', 'Action'],
    rows: refunds.map(refundRow),
  },
  {
    title: 'Disputes',
    headings: ['Dispute', 'Payment', 'Amount', 'Status', 'Action'],
    rows: disputes.map(disputeRow),
  },
];

const orderRow = ({ id, receipt, amount, attempts, status }: Order): ControlRow => ({
  cells: [id, receipt ?? '', formatPaise(amount), attempts, status],
  actions:
    status === 'paid'
      ? []
      : [
          actionButton({
            provider: 'razorpay',
            label: 'Pay it',
            action: 'pay',
            target: { order_id: id },
          }),
        ],
});

const paymentRow = ({ id, order_id, amount, status }: Payment): ControlRow => ({
  cells: [id, order_id, formatPaise(amount), status],
  actions:
    status === 'authorized' || status === 'failed' || status === 'created'
      ? [
          actionButton({
            provider: 'razorpay',
            label: 'Capture',
            action: 'capture',
            target: { payment_id: id },
          }),
        ]
      : status === 'captured'
        ? [
            actionButton({
              provider: 'razorpay',
              label: 'Return',
              action: 'return',
              target: { payment_id: id },
            }),
            actionButton({
              provider: 'razorpay',
              label: 'Return ₹50',
              action: 'return',
              target: {
                payment_id: id,
                amountInPaise: 5000,
              },
            }),
            actionButton({
              provider: 'razorpay',
              label: 'Dispute',
              action: 'dispute',
              target: { payment_id: id },
            }),
          ]
        : [],
});

const disputeRow = ({ id, payment_id, amount, status }: Dispute): ControlRow => ({
  cells: [id, payment_id, formatPaise(amount), status],
  actions:
    status === 'open' || status === 'under_review'
      ? [
          actionButton({
            provider: 'razorpay',
            label: 'Win',
            action: 'move_dispute',
            target: { dispute_id: id, status: 'won' },
          }),
          actionButton({
            provider: 'razorpay',
            label: 'Lose',
            action: 'move_dispute',
            target: { dispute_id: id, status: 'lost' },
          }),
        ]
      : [],
});

const refundRow = ({ id, payment_id, amount, status }: Refund): ControlRow => ({
  cells: [id, payment_id, formatPaise(amount), status],
  actions: status === 'pending' ? refundActions('razorpay', id) : [],
});
