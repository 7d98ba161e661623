import type { MoneyWorld } from './world.ts';

/** What the house has written down, whole. */
export interface Books {
  orders: {
    movie_order_id: number;
    order_no: string;
    user_id: number | null;
    movie_id: number;
    payment_status: 'NEW' | 'PROCESSING' | 'PAID' | 'CANCELLED' | 'REFUNDED';
    payment_transaction_no: string | null;
    total_rounded_value: number;
    coupon_code: string | null;
    is_live: boolean;
    is_whole: boolean;
    /** Whether the day of its return is known, and the house's share of it. */
    is_dated: boolean;
    has_share: boolean;
  }[];
  fees: {
    fee_id: number;
    fee_no: string;
    user_id: number | null;
    amount: number;
    payment_status: 'NEW' | 'PROCESSING' | 'PAID' | 'CANCELLED' | 'REFUNDED';
    payment_transaction_no: string | null;
    films: number;
  }[];
  attempts: {
    provider_payment_id: string | null;
    held_reason: string | null;
    state: string;
    gateway_fee: number | null;
  }[];
  refunds: { provider_payment_id: string; state: string; ends_ticket: boolean }[];
  uses: { movie_order_id: number; coupon_code: string; user_id: number | null }[];
  papers: { movie_order_id: number; invoice_no: string; kind: string }[];
  series: { series: string; last_number: number }[];
  waitingEvents: number;
}

/** Money as a provider knows it. */
export interface Money {
  id: string;
  /** Which order or fee it was meant for, in the words that the house sent along. */
  no: string;
  amount: number;
  currency: string;
  /** kept: the house has it. returned: it went back. promised: it may still come. nothing: it never was. */
  is: 'kept' | 'returned' | 'promised' | 'nothing';
}

const rowsOf = (columns: string, table: string) =>
  `(select coalesce(json_agg(t), '[]') from (select ${columns} from ${table}) t)`;

// One question for all of it: it is asked after every step.
const READ = `select
  ${rowsOf(
    `movie_order_id, order_no, user_id, movie_id, payment_status, payment_transaction_no, total_rounded_value, coupon_code,
     booking_end_time > $1::timestamptz as is_live,
     booking_end_time - booking_start_time = interval '24 hours' and (paid_at is null or booking_start_time >= paid_at - interval '1 second') as is_whole,
     refunded_at is not null as is_dated, platform_share_percent is not null as has_share`,
    'orders',
  )} as orders,
  ${rowsOf(
    `fee_id, fee_no, user_id, amount, payment_status, payment_transaction_no,
     (select count(*)::int from submissions s where s.fee_id = f.fee_id) as films`,
    'submission_fees f',
  )} as fees,
  ${rowsOf('provider_payment_id, held_reason, state, gateway_fee', 'payment_attempts')} as attempts,
  ${rowsOf('provider_payment_id, state, ends_ticket', 'refunds')} as refunds,
  ${rowsOf('movie_order_id, coupon_code, user_id', 'coupon_uses')} as uses,
  ${rowsOf('movie_order_id, invoice_no, kind', 'invoices')} as papers,
  ${rowsOf('series, last_number', 'invoice_series')} as series,
  (select count(*)::int from payment_events where applied_at is null) as "waitingEvents"`;

export const readBooks = async ({ rows, clock }: MoneyWorld): Promise<Books> =>
  (await rows<Books>(READ, clock.now().toISOString()))[0]!;

const STATES: Record<string, Money['is']> = {
  captured: 'kept',
  COMPLETED: 'kept',
  refunded: 'returned',
  REFUNDED: 'returned',
  authorized: 'promised',
  PENDING: 'promised',
  APPROVED: 'promised',
};

/** All that ever lay on the providers' tables in this play. */
export async function readMoney({ providers }: MoneyWorld): Promise<Money[]> {
  const { payments } = await providers({ provider: 'razorpay', action: 'list' });
  const { captures, orders } = await providers({ provider: 'paypal', action: 'list' });
  const approved = orders!.filter(({ status }) => status === 'APPROVED');
  const stateOf = (status: string) => STATES[status] ?? 'nothing';
  return [
    ...payments!.map(({ id, amount, currency, status, notes }) => ({
      id,
      amount,
      currency,
      is: stateOf(status),
      no: notes.orderNo,
    })),
    ...[...captures!, ...approved].map(({ id, amount, currency, status, customId }) => ({
      id,
      amount,
      currency,
      is: stateOf(status),
      no: customId,
    })),
  ];
}
