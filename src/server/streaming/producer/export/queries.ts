import { sql } from 'drizzle-orm';
import { HOUSE_ZONE } from '#domain/dates.ts';
import type { Db } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';

/** An order as the file has it: never who bought. Paise. */
export interface ExportedOrder {
  movieOrderId: number;
  /** Microseconds and all, as the database compares it. */
  orderDate: string;
  /** `21-11-2026` by the clock of the house. */
  day: string;
  orderSource: string;
  orderCountry: string | null;
  currency: string;
  unitPrice: number;
  totalTaxValue: number;
  discountValue: number;
  totalRoundedValue: number;
  paymentStatus: string;
}

/** What there is when an export begins: how many orders, and the newest of them. */
export async function countOrders(db: Db, movieId: number): Promise<{ total: number; lastId: number }> {
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int`, lastId: sql<number>`coalesce(max(${orders.movieOrderId}), 0)::int` })
    .from(orders)
    .where(sql`${orders.movieId} = ${movieId}`);
  return counted!;
}

interface Part {
  movieId: number;
  lastId: number;
  descending: boolean;
  /** The last order of the part before; null for the first. */
  after: Pick<ExportedOrder, 'movieOrderId' | 'orderDate'> | null;
  limit: number;
}

/** The next orders of an export. Each part is read by itself: no transaction lasts as long as a slow reader. */
export async function findPart(db: Db, { movieId, lastId, descending, after, limit }: Part): Promise<ExportedOrder[]> {
  const place = sql`(o.order_date, o.movie_order_id)`;
  const cursor = after && sql`(${after.orderDate}::timestamptz, ${after.movieOrderId}::int)`;
  const comes = cursor ? sql`and ${place} ${descending ? sql`<` : sql`>`} ${cursor}` : sql``;
  const to = descending ? sql`desc` : sql`asc`;
  const { rows } = (await db.execute(sql`
    select o.movie_order_id as "movieOrderId", o.order_date::text as "orderDate",
      to_char(o.order_date at time zone ${HOUSE_ZONE}, 'DD-MM-YYYY') as day, o.order_source as "orderSource",
      o.order_country as "orderCountry", o.currency, o.unit_price as "unitPrice", o.total_tax_value as "totalTaxValue",
      o.discount_value as "discountValue", o.total_rounded_value as "totalRoundedValue",
      o.payment_status as "paymentStatus"
    from ${orders} o
    where o.movie_id = ${movieId} and o.movie_order_id <= ${lastId} ${comes}
    order by o.order_date ${to}, o.movie_order_id ${to}
    limit ${limit}`)) as unknown as { rows: ExportedOrder[] };
  return rows;
}
