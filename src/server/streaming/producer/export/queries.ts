import { sql } from 'drizzle-orm';
import type { Paise } from '#domain/pricing.ts';
import type { PaymentStatus } from '#domain/payment-states.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { type Db, queryRows } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { one } from '../../../db/one.ts';

/** An order in the file, without its buyer. Paise. */
export interface ExportedOrder {
  movieOrderId: number;
  /** With microseconds, as the database compares it. */
  orderDate: string;
  /** `21-11-2026` in the cinema’s time zone. */
  day: string;
  orderSource: string;
  orderCountry: string | null;
  currency: string;
  unitPrice: Paise;
  totalTaxValue: Paise;
  discountValue: Paise;
  totalRoundedValue: Paise;
  paymentStatus: PaymentStatus;
}

/** Count of orders, and the highest id, when an export starts. */
export async function countOrders(
  db: Db,
  movieId: number,
): Promise<{ total: number; lastId: number }> {
  return one(
    await db
      .select({
        total: sql<number>`count(*)::int`,
        lastId: sql<number>`coalesce(max(${orders.movieOrderId}), 0)::int`,
      })
      .from(orders)
      .where(sql`${orders.movieId} = ${movieId}`),
  );
}

interface PartQuery {
  movieId: number;
  lastId: number;
  descending: boolean;
  /** Last order of the previous part; null for the first part. */
  after: Pick<ExportedOrder, 'movieOrderId' | 'orderDate'> | null;
  limit: number;
}

/**
 * Reads the next part. Each part is one query, so no transaction lasts as long as a slow reader.
 */
export async function findExportPart(
  db: Db,
  { movieId, lastId, descending, after, limit }: PartQuery,
): Promise<ExportedOrder[]> {
  const position = sql`(o.order_date, o.movie_order_id)`;
  const cursor = after && sql`(${after.orderDate}::timestamptz, ${after.movieOrderId}::int)`;
  const afterCursor = cursor
    ? sql`and ${position} ${descending ? sql`<` : sql`>`} ${cursor}`
    : sql``;
  const direction = descending ? sql`desc` : sql`asc`;
  return queryRows(
    db,
    sql`
    select o.movie_order_id as "movieOrderId", o.order_date::text as "orderDate",
      to_char(o.order_date at time zone ${CINEMA_ZONE}, 'DD-MM-YYYY') as day, o.order_source as "orderSource",
      o.order_country as "orderCountry", o.currency, o.unit_price as "unitPrice", o.total_tax_value as "totalTaxValue",
      o.discount_value as "discountValue", o.total_rounded_value as "totalRoundedValue",
      o.payment_status as "paymentStatus"
    from ${orders} o
    where o.movie_id = ${movieId} and o.movie_order_id <= ${lastId} ${afterCursor}
    order by o.order_date ${direction}, o.movie_order_id ${direction}
    limit ${limit}`,
  );
}
