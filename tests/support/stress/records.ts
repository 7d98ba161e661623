import pg from 'pg';
import type { StressEnvironment } from './environment.ts';

export interface Payment {
  id: string;
  orderNo: string;
  /** Paise for INR, cents for USD. */
  amount: number;
  state: 'captured' | 'refunded';
}

export interface ProviderRecords {
  payments: Payment[];
  /** Payments that the payer approved and the server has not captured yet. */
  pendingCount: number;
}

interface RazorpayList {
  payments: { id: string; status: string; amount: number; notes: { orderNo: string } }[];
}
interface PaypalList {
  orders: { status: string }[];
  captures: { id: string; status: string; amount: number; customId: string }[];
}

export async function readProviderRecords({
  sandboxServer,
}: StressEnvironment): Promise<ProviderRecords> {
  const { payments: razorpayPayments } = await sandboxServer.controlSandbox<RazorpayList>({
    provider: 'razorpay',
    action: 'list',
  });
  const { orders, captures } = await sandboxServer.controlSandbox<PaypalList>({
    provider: 'paypal',
    action: 'list',
  });
  const all = [
    ...razorpayPayments.map(({ id, status, amount, notes }) => ({
      id,
      status,
      amount,
      orderNo: notes.orderNo,
    })),
    ...captures.map(({ id, status, amount, customId }) => ({
      id,
      status,
      amount,
      orderNo: customId,
    })),
  ];
  const payments = all.flatMap(({ status, ...each }): Payment[] => {
    if (/^(captured|COMPLETED)$/.test(status)) return [{ ...each, state: 'captured' }];
    return /^refunded$/i.test(status) ? [{ ...each, state: 'refunded' }] : [];
  });
  const pending = [
    ...razorpayPayments.filter(({ status }) => status === 'authorized'),
    ...orders.filter(isApproved),
  ];
  return { payments, pendingCount: pending.length };
}

const isApproved = ({ status }: { status: string }) => status === 'APPROVED';

export interface ServerRecords {
  orders: {
    movie_order_id: number;
    order_no: string;
    user_id: number;
    movie_id: number;
    payment_status: string;
    payment_transaction_no: string | null;
    total_rounded_value: number;
    invoice_count: number;
    sent_mail_count: number;
    email_id: string;
  }[];
  invoiceSeries: {
    series: string;
    last_number: number;
    issued: number;
    distinct_numbers: number;
  }[];
  coupons: { coupon_code: string; total_limit: number; uses: number }[];
  playbackSessions: string[];
  plays: { movie_play_id: number; play_seek_time: number }[];
  pending: { pendingEventCount: number; pendingMailCount: number; pendingRefundCount: number };
}

const ORDERS = `select movie_order_id, order_no, orders.user_id, movie_id, payment_status, payment_transaction_no, total_rounded_value, email_id,
    (select count(*)::int from invoices where movie_order_id = orders.movie_order_id and kind = 'invoice') as invoice_count,
    (select count(*)::int from ticket_mails where movie_order_id = orders.movie_order_id and kind = 'ticket' and sent_at is not null) as sent_mail_count
  from orders left join users on users.user_id = orders.user_id`;
const INVOICE_SERIES = `select series, last_number,
    (select count(*)::int from invoices where invoice_no like series || '%') as issued,
    (select count(distinct invoice_no)::int from invoices where invoice_no like series || '%') as distinct_numbers
  from invoice_series`;
const COUPONS = `select coupon_code, total_limit,
    (select count(*)::int from coupon_uses where coupon_code = coupons.coupon_code) as uses from coupons`;
const PENDING = `select (select count(*)::int from payment_events where applied_at is null) as "pendingEventCount",
    (select count(*)::int from ticket_mails where kind = 'ticket' and sent_at is null and dropped_at is null) as "pendingMailCount",
    (select count(*)::int from refunds where state in ('asked', 'pending')) as "pendingRefundCount"`;

export async function readServerRecords({ cluster }: StressEnvironment): Promise<ServerRecords> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const queryRows = async (sql: string) => (await client.query(sql)).rows as any[];
  try {
    const [orders, invoiceSeries] = [await queryRows(ORDERS), await queryRows(INVOICE_SERIES)];
    return {
      orders,
      invoiceSeries,
      coupons: await queryRows(COUPONS),
      playbackSessions: (await queryRows('select session_id from playback_sessions')).map(
        ({ session_id: id }) => id,
      ),
      plays: await queryRows('select movie_play_id, play_seek_time from movie_plays'),
      pending: (await queryRows(PENDING))[0],
    };
  } finally {
    await client.end();
  }
}

/** Makes failed mails due now instead of after two minutes. */
export async function skipMailRetryDelay({ cluster }: StressEnvironment): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query('update ticket_mails set due_at = now() where sent_at is null and tries > 0');
  await client.end();
}
