import { sql, type SQL } from 'drizzle-orm';
import { type Db, queryRows } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { paymentAttempts } from '../../../db/schema/payments.ts';
import { movieIdsOf } from '../queries.ts';
import { cinemaDayOf, type DateRange } from '../sales/queries.ts';

/** Tickets of one period with the same amounts. Paise, except `fee`. */
export interface TicketGroup {
  kind: 'sold' | 'returned';
  /** `2026-11-21`, or `2026-11` if months were requested. */
  period: string;
  price: number;
  discount: number;
  gst: number;
  received: number;
  /** The platform share at the sale; null for imported orders. */
  percent: number | null;
  /** The provider’s fee in minor units of the charged currency (null: unknown), and rupees for one unit of it (null: rupees). */
  fee: number | null;
  rate: number | null;
  tickets: number;
}

const payingAttempt = sql`
  select a.gateway_fee, a.rate from ${paymentAttempts} a
  where a.movie_order_id = o.movie_order_id and (a.provider_payment_id = o.payment_transaction_no or a.state = 'paid')
  order by a.provider_payment_id = o.payment_transaction_no desc nulls last, a.attempt_id desc
  limit 1`;

const SOLD_AT = sql`coalesce(o.paid_at, o.order_date)`;
// Chosen: a return without a date (imported or old) counts in the month of its sale.
const RETURNED_AT = sql`coalesce(o.refunded_at, o.paid_at, o.order_date)`;

const movementsOf = (kind: TicketGroup['kind'], at: SQL, statuses: SQL, condition: SQL) => sql`
  select ${sql.raw(`'${kind}'`)} as kind, ${cinemaDayOf(at)} as day, o.unit_price as price, o.discount_value as discount,
    o.total_tax_value as gst, o.total_rounded_value as received, o.platform_share_percent as percent, o.movie_order_id,
    o.payment_transaction_no, o.movie_id, o.currency
  from ${orders} o where ${condition} and o.payment_status in (${statuses})`;

/** Sold tickets, and returned tickets as movements of their own. */
const allMovements = (sold: SQL, returned: SQL) => sql`(
  ${movementsOf('sold', SOLD_AT, sql`'PAID', 'REFUNDED'`, sold)}
  union all
  ${movementsOf('returned', RETURNED_AT, sql`'REFUNDED'`, returned)}
) o
left join lateral (${payingAttempt}) a on true`;

const inRange = (instant: SQL, { from, until }: DateRange) =>
  sql`${instant} between ${from.toISOString()}::timestamptz and ${until.toISOString()}::timestamptz`;

/** The indexes `orders_paid` and `orders_refunded` find the tickets of a range. */
const movementsIn = (ofMovies: SQL, range?: DateRange) =>
  range
    ? allMovements(
        sql`${ofMovies} and (${inRange(sql`o.paid_at`, range)} or o.paid_at is null and ${inRange(sql`o.order_date`, range)})`,
        sql`${ofMovies} and ${inRange(RETURNED_AT, range)}`,
      )
    : allMovements(ofMovies, ofMovies);

const PERIODS = { day: sql`o.day`, month: sql`left(o.day, 7)` };
export type PeriodLength = keyof typeof PERIODS;

export interface MovieTicketGroup extends TicketGroup {
  movieId: number;
  /** Currency of the orders, and so of the amounts. */
  currency: string;
}

/** By period, oldest first. Groups keep the row count low. Both ends of `range` are included; without it, all tickets. */
const findGroups = (db: Db, ofMovies: SQL, by: PeriodLength, range?: DateRange) =>
  queryRows<MovieTicketGroup>(
    db,
    sql`
    select o.kind, ${PERIODS[by]} as period, o.price, o.discount, o.gst, o.received, o.percent, a.gateway_fee as fee, a.rate,
      o.movie_id as "movieId", o.currency, count(*)::int as tickets
    from ${movementsIn(ofMovies, range)}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    order by 2, 1`,
  );

export const findTicketGroupsOfMovie = (db: Db, movieId: number, by: PeriodLength) =>
  findGroups(db, sql`o.movie_id = ${movieId}`, by);

export const findTicketGroupsOfOwner = (db: Db, ownerId: number, range: DateRange) =>
  findGroups(db, sql`o.movie_id in (${movieIdsOf(db, ownerId)})`, 'day', range);

/** Without `movieIds`, of all films. */
export const findTicketGroupsOfMovies = (db: Db, movieIds: number[] | undefined, by: PeriodLength, range: DateRange) =>
  findGroups(db, movieIds ? sql`o.movie_id = any(${sql.param(movieIds)}::int[])` : sql`true`, by, range);
