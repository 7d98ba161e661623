import { sql, type SQL } from 'drizzle-orm';
import type { Paise } from '#domain/pricing.ts';
import { isOneOf } from '../../../db/conditions.ts';
import { type Db, queryRows } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { partRefunds, paymentAttempts } from '../../../db/schema/payments.ts';
import { movieIdsOf } from '../queries.ts';
import { cinemaDayOf, type DateRange } from '../sales/queries.ts';

/** Tickets of one period with the same amounts. Paise, except `fee`. */
export interface TicketGroup {
  /** A ticket that was returned in parts has several rows `returned`. */
  kind: 'sold' | 'returned';
  /** `2026-11-21`, or `2026-11` if months were requested. */
  period: string;
  price: Paise;
  discount: Paise;
  gst: number;
  received: Paise;
  /** Paise of `received` that had gone back before this return, and after it; null for a sale. */
  returnedFrom: number | null;
  returnedTo: number | null;
  /** The platform share at the sale; null for imported orders. */
  percent: number | null;
  /**
   * The provider’s fee in minor units of the charged currency (null: unknown), and rupees for one
   * unit of it (null: rupees).
   */
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

interface Movements {
  kind: TicketGroup['kind'];
  at: SQL;
  /** Status, and time if there is a range. */
  condition: SQL;
}

/**
 * PostgreSQL looks up the orders of each film. With more films, reading all orders of the range is
 * faster.
 */
const MAX_LOOKED_UP_FILMS = 500;

const NOTHING_RETURNED = sql`null::int as returned_from, null::int as returned_to`;
const LAST_RETURN = sql`o.part_refunded_value as returned_from, o.total_rounded_value as returned_to`;
const TICKET_COLUMNS = sql`o.platform_share_percent as percent, o.movie_order_id, o.payment_transaction_no, o.movie_id,
    o.currency collate "C" as currency`;

/** Parts of tickets that went back before the tickets ended, or while they stay valid. */
const partMovements = (ofMovies: SQL, range: DateRange | undefined) => sql`
  select 'returned' collate "C" as kind, ${cinemaDayOf(sql`p.returned_at`)} collate "C" as day, o.unit_price as price,
    o.discount_value as discount, o.total_tax_value as gst, o.total_rounded_value as received,
    p.total_value - p.value as returned_from, p.total_value as returned_to, ${TICKET_COLUMNS}
  from ${partRefunds} p join ${orders} o on o.movie_order_id = p.movie_order_id
  where ${ofMovies}${range && sql` and ${isIn(sql`p.returned_at`, range)}`}`;

const movementsOf = (
  { kind, at, condition }: Movements,
  ofMovies: SQL,
  readsRangeFirst: boolean,
) => sql`
  select ${sql.raw(`'${kind}'`)} collate "C" as kind, ${cinemaDayOf(at)} collate "C" as day, o.unit_price as price,
    o.discount_value as discount, o.total_tax_value as gst, o.total_rounded_value as received,
    ${kind === 'sold' ? NOTHING_RETURNED : LAST_RETURN}, ${TICKET_COLUMNS}
  from ${
    readsRangeFirst
      ? sql`(select * from ${orders} o where ${condition} offset 0) o where ${ofMovies}`
      : sql`${orders} o where ${condition} and ${ofMovies}`
  }`;

const isIn = (column: SQL, { from, until }: DateRange) =>
  sql`${column} between ${from.toISOString()}::timestamptz and ${until.toISOString()}::timestamptz`;

/** As SOLD_AT and RETURNED_AT, in the form for which PostgreSQL uses the indexes of the columns. */
const isSoldIn = (range: DateRange) =>
  sql`(${isIn(sql`o.paid_at`, range)} or o.paid_at is null and ${isIn(sql`o.order_date`, range)})`;
const isReturnedIn = (range: DateRange) =>
  sql`(${isIn(sql`o.refunded_at`, range)} or o.refunded_at is null and ${isSoldIn(range)})`;

/** Sold tickets, and returned tickets as movements of their own. */
const movementsIn = (ofMovies: SQL, range: DateRange | undefined, readsRangeFirst: boolean) => {
  const sold = sql`o.payment_status in ('PAID', 'REFUNDED')${range && sql` and ${isSoldIn(range)}`}`;
  const returned = sql`o.payment_status = 'REFUNDED'${range && sql` and ${isReturnedIn(range)}`}`;
  return sql`(
    ${movementsOf({ kind: 'sold', at: SOLD_AT, condition: sold }, ofMovies, readsRangeFirst)}
    union all
    ${movementsOf({ kind: 'returned', at: RETURNED_AT, condition: returned }, ofMovies, readsRangeFirst)}
    union all
    ${partMovements(ofMovies, range)}
  ) o
  left join lateral (${payingAttempt}) a on true`;
};

const PERIODS = { day: sql`o.day`, month: sql`left(o.day, 7)` };
export type PeriodLength = keyof typeof PERIODS;

export interface MovieTicketGroup extends TicketGroup {
  movieId: number;
  /** Currency of the orders, and so of the amounts. */
  currency: string;
}

/**
 * By period, oldest first. Groups keep the row count low. Both ends of `range` are included;
 * without it, all tickets.
 */
const findGroups = ({
  db,
  ofMovies,
  by,
  range,
  readsRangeFirst = false,
}: {
  db: Db;
  ofMovies: SQL;
  by: PeriodLength;
  range?: DateRange;
  readsRangeFirst?: boolean;
}) =>
  queryRows<MovieTicketGroup>(
    db,
    sql`
    select * from (
      select o.movie_id as "movieId", o.kind, ${PERIODS[by]} as period, o.price, o.discount, o.gst, o.received, o.percent,
        o.returned_from as "returnedFrom", o.returned_to as "returnedTo", a.gateway_fee as fee, a.rate, o.currency,
        count(*)::int as tickets
      from ${movementsIn(ofMovies, range, readsRangeFirst)}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
      offset 0
    ) groups
    order by period, kind`,
  );

export const findTicketGroupsOfMovie = (db: Db, movieId: number, by: PeriodLength) =>
  findGroups({ db, ofMovies: sql`o.movie_id = ${movieId}`, by });

export const findTicketGroupsOfOwner = (db: Db, ownerId: number, range: DateRange) =>
  findGroups({ db, ofMovies: sql`o.movie_id in (${movieIdsOf(db, ownerId)})`, by: 'day', range });

export const findTicketGroupsOfMovies = ({
  db,
  movieIds,
  by,
  range,
}: {
  db: Db;
  movieIds: number[];
  by: PeriodLength;
  range: DateRange;
}) =>
  findGroups({
    db,
    ofMovies: isOneOf(sql`o.movie_id`, movieIds),
    by,
    range,
    readsRangeFirst: movieIds.length > MAX_LOOKED_UP_FILMS,
  });
