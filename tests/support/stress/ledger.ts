import pg from 'pg';
import type { Town } from './town.ts';

/** Money as the providers hold it: what was taken, and what a payer has agreed to and is not taken yet. */
export interface Money {
  id: string;
  orderNo: string;
  /** Paise, or cents. */
  amount: number;
  is: 'kept' | 'returned';
}

export interface Ledger {
  money: Money[];
  /** Agreed to by the payer, and not taken yet. */
  promised: number;
}

interface RazorpayList {
  payments: { id: string; status: string; amount: number; notes: { orderNo: string } }[];
}
interface PaypalList {
  orders: { status: string }[];
  captures: { id: string; status: string; amount: number; customId: string }[];
}

export async function readLedger({ bank }: Town): Promise<Ledger> {
  const { payments } = await bank.control<RazorpayList>({ provider: 'razorpay', action: 'list' });
  const { orders, captures } = await bank.control<PaypalList>({ provider: 'paypal', action: 'list' });
  const all = [
    ...payments.map(({ id, status, amount, notes }) => ({ id, status, amount, orderNo: notes.orderNo })),
    ...captures.map(({ id, status, amount, customId }) => ({ id, status, amount, orderNo: customId })),
  ];
  const money = all.flatMap(({ status, ...each }): Money[] => {
    if (/^(captured|COMPLETED)$/.test(status)) return [{ ...each, is: 'kept' }];
    return /^refunded$/i.test(status) ? [{ ...each, is: 'returned' }] : [];
  });
  const waiting = [...payments.filter(({ status }) => status === 'authorized'), ...orders.filter(isApproved)];
  return { money, promised: waiting.length };
}

const isApproved = ({ status }: { status: string }) => status === 'APPROVED';

/** What the house has written down. */
export interface Books {
  orders: {
    movie_order_id: number;
    order_no: string;
    user_id: number;
    movie_id: number;
    payment_status: string;
    payment_transaction_no: string | null;
    total_rounded_value: number;
    invoices: number;
    letters: number;
    email_id: string;
  }[];
  numbers: { series: string; last_number: number; issued: number; distinct_numbers: number }[];
  coupons: { coupon_code: string; total_limit: number; uses: number }[];
  sessions: string[];
  plays: { movie_play_id: number; play_seek_time: number }[];
  open: { news: number; letters: number; returns: number };
}

const ORDERS = `select movie_order_id, order_no, orders.user_id, movie_id, payment_status, payment_transaction_no, total_rounded_value, email_id,
    (select count(*)::int from invoices where movie_order_id = orders.movie_order_id and kind = 'invoice') as invoices,
    (select count(*)::int from ticket_mails where movie_order_id = orders.movie_order_id and kind = 'ticket' and sent_at is not null) as letters
  from orders left join users on users.user_id = orders.user_id`;
const NUMBERS = `select series, last_number,
    (select count(*)::int from invoices where invoice_no like series || '%') as issued,
    (select count(distinct invoice_no)::int from invoices where invoice_no like series || '%') as distinct_numbers
  from invoice_series`;
const COUPONS = `select coupon_code, total_limit,
    (select count(*)::int from coupon_uses where coupon_code = coupons.coupon_code) as uses from coupons`;
const OPEN = `select (select count(*)::int from payment_events where applied_at is null) as news,
    (select count(*)::int from ticket_mails where kind = 'ticket' and sent_at is null and dropped_at is null) as letters,
    (select count(*)::int from refunds where state in ('asked', 'pending')) as returns`;

export async function readBooks({ cluster }: Town): Promise<Books> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const ask = async (sql: string) => (await client.query(sql)).rows as any[];
  try {
    const [orders, numbers] = [await ask(ORDERS), await ask(NUMBERS)];
    return {
      orders,
      numbers,
      coupons: await ask(COUPONS),
      sessions: (await ask('select session_id from playback_sessions')).map(({ session_id: id }) => id),
      plays: await ask('select movie_play_id, play_seek_time from movie_plays'),
      open: (await ask(OPEN))[0],
    };
  } finally {
    await client.end();
  }
}

/** Lets the two minutes pass that a letter waits for its second try. */
export async function passLettersTime({ cluster }: Town): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query('update ticket_mails set due_at = now() where sent_at is null and tries > 0');
  await client.end();
}
