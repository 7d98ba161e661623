import type { PaymentEnvironment } from './environment.ts';

export interface PaymentRecords {
  orders: {
    movie_order_id: number;
    order_no: string;
    user_id: number | null;
    movie_id: number;
    payment_status: 'NEW' | 'PROCESSING' | 'PAID' | 'CANCELLED' | 'REFUNDED';
    payment_transaction_no: string | null;
    total_rounded_value: number;
    part_refunded_value: number;
    coupon_code: string | null;
    import_ref: string | null;
    is_live: boolean;
    is_gift: boolean;
    /** The account that the ticket belongs to. */
    holder_id: number | null;
    has_full_window: boolean;
    has_refund_date: boolean;
    has_platform_share: boolean;
  }[];
  gifts: {
    movie_order_id: number;
    receiver_id: number | null;
    is_claimed: boolean;
    is_taken_back: boolean;
    is_lapsed: boolean;
    has_claim_end: boolean;
  }[];
  fees: {
    fee_id: number;
    fee_no: string;
    user_id: number | null;
    amount: number;
    part_refunded_value: number;
    payment_status: 'NEW' | 'PROCESSING' | 'PAID' | 'CANCELLED' | 'REFUNDED';
    payment_transaction_no: string | null;
    film_count: number;
  }[];
  attempts: {
    provider_payment_id: string | null;
    state: string;
    gateway_fee: number | null;
    paid_amount: number | null;
  }[];
  heldPaymentIds: string[];
  partRefunds: {
    provider_payment_id: string;
    amount: number;
    value: number;
    movie_order_id: number | null;
  }[];
  refunds: { provider_payment_id: string; state: string; refunds_bill: boolean; amount: number }[];
  couponUses: {
    movie_order_id: number;
    coupon_code: string;
    user_id: number | null;
    may_lapse: boolean;
  }[];
  invoices: {
    movie_order_id: number;
    invoice_no: string;
    kind: string;
    total: number;
    tax: number;
    taxable: number;
  }[];
  series: { series: string; last_number: number }[];
  pendingEventCount: number;
}

type PaymentState = 'captured' | 'refunded' | 'pending' | 'none';

export interface ProviderPayment {
  id: string;
  /** The order or fee number that the server sent to the provider. */
  reference: string;
  amount: number;
  currency: string;
  /** Minor units that went back: refunds, and what lost disputes took. */
  returned: number;
  state: PaymentState;
}

const jsonRows = (columns: string, table: string) =>
  `(select coalesce(json_agg(t), '[]') from (select ${columns} from ${table}) t)`;

const READ = `select
  ${jsonRows(
    `movie_order_id, order_no, user_id, movie_id, payment_status, payment_transaction_no, total_rounded_value, part_refunded_value, coupon_code, import_ref,
     booking_end_time > $1::timestamptz as is_live, is_gift,
     case when is_gift then (select receiver_id from gifts g where g.movie_order_id = o.movie_order_id) else user_id end as holder_id,
     booking_end_time - booking_start_time = case when is_gift
       and not exists (select from gifts g where g.movie_order_id = o.movie_order_id and g.claimed_at is not null)
       then interval '0' else interval '24 hours' end
       and (paid_at is null or booking_start_time >= paid_at - interval '1 second') as has_full_window,
     refunded_at is not null as has_refund_date, platform_share_percent is not null as has_platform_share`,
    'orders o',
  )} as orders,
  ${jsonRows(
    `movie_order_id, receiver_id, claimed_at is not null as is_claimed, taken_back_at is not null as is_taken_back,
     coalesce(claim_until <= $1::timestamptz, false) as is_lapsed, claim_until is not null as has_claim_end`,
    'gifts',
  )} as gifts,
  ${jsonRows(
    `fee_id, fee_no, user_id, amount, part_refunded_value, payment_status, payment_transaction_no,
     (select count(*)::int from submissions s where s.fee_id = f.fee_id) as film_count`,
    'submission_fees f',
  )} as fees,
  ${jsonRows('provider_payment_id, state, gateway_fee, paid_amount', 'payment_attempts')} as attempts,
  (select coalesce(json_agg(provider_payment_id), '[]') from held_payments where decided_at is null) as "heldPaymentIds",
  ${jsonRows('provider_payment_id, amount, value, movie_order_id', 'part_refunds')} as "partRefunds",
  ${jsonRows('provider_payment_id, state, ends_ticket as refunds_bill, amount', 'refunds')} as refunds,
  ${jsonRows('movie_order_id, coupon_code, user_id, reserved_until is not null as may_lapse', 'coupon_uses')} as "couponUses",
  ${jsonRows(
    `movie_order_id, invoice_no, kind, (document ->> 'total')::int as total, (document -> 'lines' -> 0 ->> 'taxable')::int as taxable,
     (document ->> 'cgst')::int + (document ->> 'sgst')::int + (document ->> 'utgst')::int + (document ->> 'igst')::int as tax`,
    'invoices',
  )} as invoices,
  ${jsonRows('series, last_number', 'invoice_series')} as series,
  (select count(*)::int from payment_events where applied_at is null) as "pendingEventCount"`;

export const readPaymentRecords = async ({
  queryRows,
  clock,
}: PaymentEnvironment): Promise<PaymentRecords> =>
  (await queryRows<PaymentRecords>(READ, clock.now().toISOString()))[0]!;

const STATES: Record<string, PaymentState> = {
  captured: 'captured',
  COMPLETED: 'captured',
  refunded: 'refunded',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'captured',
  authorized: 'pending',
  PENDING: 'pending',
  APPROVED: 'pending',
};

export async function readProviderPayments({
  controlProviders,
}: PaymentEnvironment): Promise<ProviderPayment[]> {
  const { payments, disputes } = await controlProviders({ provider: 'razorpay', action: 'list' });
  const { captures, orders } = await controlProviders({ provider: 'paypal', action: 'list' });
  const approved = orders!.filter(({ status }) => status === 'APPROVED');
  const lostOf = (id: string) =>
    disputes!
      .filter((each) => each.payment_id === id)
      .reduce((sum, each) => sum + each.amount_deducted, 0);
  const stateOf = (status: string, isReturned: boolean): PaymentState =>
    isReturned ? 'refunded' : (STATES[status] ?? 'none');
  return [
    ...payments!.map(({ id, amount, currency, status, notes, amount_refunded }) => {
      // A refund that was on its way when a dispute was lost comes on top of it.
      const returned = Math.min(amount, amount_refunded + lostOf(id));
      return {
        id,
        amount,
        currency,
        returned,
        state: stateOf(status, returned === amount),
        reference: notes.orderNo,
      };
    }),
    ...[...captures!, ...approved].map(
      ({ id, amount, currency, status, customId, refunded = 0 }) => ({
        id,
        amount,
        currency,
        returned: refunded,
        state: stateOf(status, refunded === amount),
        reference: customId,
      }),
    ),
  ];
}
