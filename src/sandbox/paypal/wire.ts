import { DAY } from '#domain/limits/durations.ts';
import type { Capture, Dispute, Order, Refund, PaypalState } from './state.ts';

const money = ({ amount, currency }: { amount: number; currency: string }) => ({
  currency_code: currency,
  value: (amount / 100).toFixed(2),
});

export const toOrder = ({ store, base }: PaypalState, order: Order) => ({
  id: order.id,
  intent: 'CAPTURE',
  status: order.status,
  payment_source: { paypal: {} },
  purchase_units: [
    {
      reference_id: 'default',
      amount: money(order),
      invoice_id: order.invoiceId,
      custom_id: order.customId,
      description: order.description,
      payments: {
        captures: store.captures
          .all()
          .filter(({ orderId }) => orderId === order.id)
          .map((capture) => toCapture(base, capture)),
        refunds: refundsOf(store, order).map((refund) => toRefund(base, refund)),
      },
    },
  ],
  links: [
    { href: `${base}/v2/checkout/orders/${order.id}`, rel: 'self', method: 'GET' },
    {
      href: `${base}/checkoutnow?token=${order.id}`,
      rel: order.status === 'CREATED' ? 'approve' : 'payer-action',
      method: 'GET',
    },
  ],
});

interface Reply {
  id: string;
  status: string;
  links: object[];
}

/** The reply to a POST without `Prefer: return=representation`. */
export const toMinimal = ({ id, status, links }: Reply) => ({ id, status, links });

/** A capture's minimal reply contains the captures, but no sum of the order. */
export const toMinimalCapture = ({ purchase_units, ...order }: ReturnType<typeof toOrder>) => ({
  ...toMinimal(order),
  payment_source: order.payment_source,
  purchase_units: purchase_units.map(({ reference_id, payments: { captures } }) => ({
    reference_id,
    payments: { captures },
  })),
});

function refundsOf(store: PaypalState['store'], order: Order): Refund[] {
  const captureIds = new Set(
    store.captures
      .all()
      .filter(({ orderId }) => orderId === order.id)
      .map(({ id }) => id),
  );
  return store.refunds.all().filter(({ captureId }) => captureIds.has(captureId));
}

/** PayPal's fee for an international payment. */
const FEE = { percent: 4.4, cents: 30 };

function breakdownOf({ amount, currency }: Capture) {
  const fee = Math.min(amount, Math.round((amount * FEE.percent) / 100) + FEE.cents);
  return {
    gross_amount: money({ amount, currency }),
    paypal_fee: money({ amount: fee, currency }),
    net_amount: money({ amount: amount - fee, currency }),
  };
}

export const toCapture = (base: string, capture: Capture) => ({
  id: capture.id,
  status: capture.status,
  amount: money(capture),
  final_capture: true,
  // PayPal sends the breakdown only after the capture succeeded.
  seller_receivable_breakdown:
    capture.status === 'PENDING' || capture.status === 'DECLINED'
      ? undefined
      : breakdownOf(capture),
  invoice_id: capture.invoiceId,
  custom_id: capture.customId,
  supplementary_data: { related_ids: { order_id: capture.orderId } },
  create_time: capture.at,
  update_time: capture.at,
  links: [{ href: `${base}/v2/payments/captures/${capture.id}`, rel: 'self', method: 'GET' }],
});

export const toRefund = (base: string, refund: Refund) => ({
  id: refund.id,
  status: refund.status,
  amount: money(refund),
  create_time: refund.at,
  update_time: refund.at,
  links: [
    { href: `${base}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
    { href: `${base}/v2/payments/captures/${refund.captureId}`, rel: 'up', method: 'GET' },
  ],
});

export const toDispute = (base: string, dispute: Dispute) => ({
  ...toDisputeSummary(base, dispute),
  disputed_transactions: [{ seller_transaction_id: dispute.captureId }],
  dispute_outcome: dispute.outcome
    ? {
        outcome_code: dispute.outcome,
        amount_refunded: dispute.outcome === 'RESOLVED_BUYER_FAVOUR' ? money(dispute) : undefined,
      }
    : undefined,
});

/** As in the list of disputes: without the transaction and the outcome. */
export const toDisputeSummary = (base: string, dispute: Dispute) => ({
  dispute_id: dispute.id,
  create_time: dispute.at,
  update_time: dispute.changedAt,
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: dispute.status,
  dispute_amount: money(dispute),
  dispute_life_cycle_stage: 'CHARGEBACK',
  seller_response_due_date: new Date(Date.parse(dispute.at) + RESPONSE_TIME_MS).toISOString(),
  links: [{ href: `${base}/v1/customer/disputes/${dispute.id}`, rel: 'self', method: 'GET' }],
});
const RESPONSE_TIME_MS = 10 * DAY;
