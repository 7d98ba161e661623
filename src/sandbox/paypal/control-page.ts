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
import type { Capture, Dispute, Order, Refund } from './state.ts';

export const PAYPAL_SECTION: ControlSection = {
  title: 'PayPal',
  buttons: buttonsFor('paypal', [
    ['Decline the next capture', { pay: 'issue', issue: 'INSTRUMENT_DECLINED' }],
    // Two, because the browser and the approval webhook both request the capture.
    ['Decline the next two captures', { pay: 'issue', issue: 'INSTRUMENT_DECLINED', times: 2 }],
    ['Refuse the next two captures', { pay: 'issue', issue: 'TRANSACTION_REFUSED', times: 2 }],
    ['Keep the next capture pending', { pay: 'pending' }],
    ['Answer “already captured”', { pay: 'already_captured' }],
    ['Capture $0.01 instead', { pay: 'tamper_amount', amountInCents: 1 }],
    ...REFUND_FAULTS,
    ...WEBHOOK_FAULTS,
    ['API: answer 500 once', { api: 'error_500' }],
    ['Capture, lose the reply', { api: 'error_500', call: 'capture', applied: true }],
    ['Let the token expire', { api: 'token_expired' }],
    ...COMMON_ACTIONS,
  ]),
};

interface Entities {
  orders: Order[];
  captures: Capture[];
  refunds: Refund[];
  disputes: Dispute[];
}

export const paypalTables = ({ orders, captures, refunds, disputes }: Entities): ControlTable[] => [
  {
    title: 'PayPal captures',
    headings: ['Capture', 'Order', 'Amount', 'Status', 'Action'],
    rows: captures.map(captureRow),
  },
  {
    title: 'PayPal orders',
    headings: ['Order', 'Invoice', 'Amount', 'Status', 'Action'],
    rows: orders.map(orderRow),
  },
  {
    title: 'PayPal refunds',
    headings: ['Refund', 'Capture', 'Amount', 'Status', 'Action'],
    rows: refunds.map(refundRow),
  },
  {
    title: 'PayPal disputes',
    headings: ['Dispute', 'Capture', 'Amount', 'Status', 'Action'],
    rows: disputes.map(disputeRow),
  },
];

const formatAmount = ({ amount, currency }: { amount: number; currency: string }) =>
  `${(amount / 100).toFixed(2)} ${currency}`;

const orderRow = (order: Order): ControlRow => ({
  cells: [order.id, order.invoiceId ?? '', formatAmount(order), order.status],
  actions:
    order.status === 'COMPLETED'
      ? []
      : [
          actionButton({
            provider: 'paypal',
            label: 'Approve',
            action: 'approve',
            target: { order_id: order.id },
          }),
        ],
});

function captureRow(capture: Capture): ControlRow {
  const capture_id = capture.id;
  return {
    cells: [capture.id, capture.orderId, formatAmount(capture), capture.status],
    actions:
      capture.status === 'PENDING'
        ? [
            actionButton({
              provider: 'paypal',
              label: 'Complete',
              action: 'complete',
              target: { capture_id },
            }),
            actionButton({
              provider: 'paypal',
              label: 'Deny',
              action: 'deny',
              target: { capture_id },
            }),
          ]
        : capture.status === 'COMPLETED'
          ? [
              actionButton({
                provider: 'paypal',
                label: 'Return',
                action: 'return',
                target: { capture_id },
              }),
              actionButton({
                provider: 'paypal',
                label: 'Return $0.50',
                action: 'return',
                target: { capture_id, amountInCents: 50 },
              }),
              actionButton({
                provider: 'paypal',
                label: 'Dispute',
                action: 'dispute',
                target: { capture_id },
              }),
            ]
          : [],
  };
}

const refundRow = (refund: Refund): ControlRow => ({
  cells: [refund.id, refund.captureId, formatAmount(refund), refund.status],
  actions: refund.status === 'PENDING' ? refundActions('paypal', refund.id) : [],
});

const disputeRow = (dispute: Dispute): ControlRow => ({
  cells: [dispute.id, dispute.captureId, formatAmount(dispute), dispute.outcome ?? dispute.status],
  actions:
    dispute.status === 'RESOLVED'
      ? []
      : [
          actionButton({
            provider: 'paypal',
            label: 'Win',
            action: 'resolve_dispute',
            target: {
              dispute_id: dispute.id,
              outcome: 'RESOLVED_SELLER_FAVOUR',
            },
          }),
          actionButton({
            provider: 'paypal',
            label: 'Lose',
            action: 'resolve_dispute',
            target: {
              dispute_id: dispute.id,
              outcome: 'RESOLVED_BUYER_FAVOUR',
            },
          }),
        ],
});
