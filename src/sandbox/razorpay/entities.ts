import { newId } from '../id.ts';

/** Razorpay sends empty notes as an empty array. */
type Notes = Record<string, string> | never[];

interface NewOrder {
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Notes;
}

export type Order = ReturnType<typeof newOrder>;
export const newOrder = ({ amount, currency, receipt, notes }: NewOrder, created_at: number) => ({
  id: newId('order_'),
  entity: 'order',
  amount,
  amount_paid: 0,
  amount_due: amount,
  currency,
  receipt,
  offer_id: null,
  status: 'created' as 'created' | 'attempted' | 'paid',
  attempts: 0,
  notes,
  created_at,
});

type ErrorFields = Record<
  `error_${'code' | 'description' | 'source' | 'step' | 'reason'}`,
  string | null
>;
export const NO_ERROR: ErrorFields = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

type Payer = { method: 'upi' | 'card'; vpa: string | null } & {
  [Field in 'description' | 'email' | 'contact']?: string | null | undefined;
};

const CARD = {
  entity: 'card',
  name: '',
  last4: '1111',
  network: 'Visa',
  type: 'debit',
  issuer: null,
};

function instrumentOf({ method, vpa }: Payer) {
  if (method === 'upi')
    return { card_id: null, vpa, upi: { vpa, payer_account_type: 'bank_account' } };
  const card = { id: newId('card_'), ...CARD, international: false, emi: false };
  return { card_id: card.id, vpa: null, card };
}

export type Payment = ReturnType<typeof newPayment>;
export const newPayment = (order: Order, payer: Payer, amount: number, created_at: number) => ({
  id: newId('pay_'),
  entity: 'payment',
  amount,
  currency: order.currency,
  status: 'created' as 'created' | 'authorized' | 'captured' | 'refunded' | 'failed',
  order_id: order.id,
  invoice_id: null,
  international: false,
  method: payer.method,
  amount_refunded: 0,
  refund_status: null as 'partial' | 'full' | null,
  captured: false,
  description: payer.description ?? null,
  bank: null,
  wallet: null,
  email: payer.email ?? null,
  contact: payer.contact ?? null,
  notes: order.notes,
  fee: null as number | null,
  tax: null as number | null,
  ...NO_ERROR,
  acquirer_data: { rrn: null as string | null },
  created_at,
  ...instrumentOf(payer),
});

interface NewRefund extends Omit<NewOrder, 'currency'> {
  speed: string;
}

export type Refund = ReturnType<typeof newRefund>;
export const newRefund = (
  payment: Payment,
  { amount, speed, notes, receipt }: NewRefund,
  created_at: number,
) => ({
  id: newId('rfnd_'),
  entity: 'refund',
  amount,
  currency: payment.currency,
  payment_id: payment.id,
  notes,
  receipt,
  acquirer_data: { arn: null as string | null },
  created_at,
  batch_id: null,
  status: 'pending' as 'pending' | 'processed' | 'failed',
  speed_processed: 'normal',
  speed_requested: speed,
});

export type DisputeStatus = 'open' | 'under_review' | 'won' | 'lost' | 'closed';
export type Dispute = ReturnType<typeof newDispute>;
export const newDispute = (payment: Payment, amount: number, created_at: number) => ({
  id: newId('disp_'),
  entity: 'dispute',
  payment_id: payment.id,
  amount,
  currency: payment.currency,
  amount_deducted: 0,
  reason_code: 'goods_or_services_not_received_or_partially_received',
  reason_description: 'Goods or services not received or partially received',
  respond_by: created_at + RESPONSE_SECONDS,
  status: 'open' as DisputeStatus,
  phase: 'chargeback',
  evidence: null,
  created_at,
});
const RESPONSE_SECONDS = 7 * 24 * 3600;

export const toCollection = <Item>(items: Item[]) => ({
  entity: 'collection',
  count: items.length,
  items,
});
