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

const TICKET = sql`o.price, o.discount, o.gst, o.received, o.percent, a.gateway_fee as fee, a.rate`;

/** Groups keep the row count low. `month` (`2026-11`) gives that month by days; without `month`, all months. */
export async function findTicketGroups(db: Db, movieId: number, month?: string): Promise<TicketGroup[]> {
  const period = month ? sql`o.day` : sql`left(o.day, 7)`;
  const ofMovie = sql`o.movie_id = ${movieId}`;
  return queryRows(
    db,
    sql`
    select o.kind, ${period} as period, ${TICKET}, count(*)::int as tickets
    from ${allMovements(ofMovie, ofMovie)}
    ${month ? sql`where left(o.day, 7) = ${month}` : sql``}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    order by 2, 1`,
  );
}

export interface MovieTicketGroup extends TicketGroup {
  movieId: number;
  /** Currency of the orders, and so of the amounts. */
  currency: string;
}

/** All films of a producer by days. The index `orders_paid` finds the sold tickets of the range. */
export async function findTicketGroupsOfOwner(db: Db, ownerId: number, { from, until }: DateRange) {
  const ofOwner = sql`o.movie_id in (${movieIdsOf(db, ownerId)})`;
  const inRange = (instant: SQL) =>
    sql`${instant} between ${from.toISOString()}::timestamptz and ${until.toISOString()}::timestamptz`;
  return queryRows<MovieTicketGroup>(
    db,
    sql`
    select o.kind, o.day as period, ${TICKET}, o.movie_id as "movieId", o.currency, count(*)::int as tickets
    from ${allMovements(
      sql`${ofOwner} and (${inRange(sql`o.paid_at`)} or o.paid_at is null and ${inRange(sql`o.order_date`)})`,
      sql`${ofOwner} and ${inRange(RETURNED_AT)}`,
    )}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`,
  );
}
