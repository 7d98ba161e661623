import { and, asc, count, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Sort } from '#contract/page.ts';
import type { Db } from '../../db/open.ts';
import { coupons, movies, orders, users } from '../../db/schema.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type BookedMovie = typeof movies.$inferSelect;
export interface BookedOrder {
  order: OrderRow;
  movie: BookedMovie;
}
export type CouponRow = typeof coupons.$inferSelect;

const withMovie = (db: Db) =>
  db.select({ order: orders, movie: movies }).from(orders).innerJoin(movies, eq(movies.movieId, orders.movieId));

/** Runs `work` alone for this viewer and film: of two bookings at once the second waits and then sees the first. */
export const aloneFor = <T>(db: Db, userId: number, movieId: number, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${userId}, ${movieId})`);
    return work(tx as unknown as Db);
  });

export const findMovieRow = async (db: Db, movieId: number) =>
  (await db.select().from(movies).where(eq(movies.movieId, movieId)))[0];

export const findZone = async (db: Db, userId: number) =>
  (await db.select({ timezone: users.timezone }).from(users).where(eq(users.userId, userId)))[0]?.timezone ?? null;

export const findCoupon = async (db: Db, couponCode: string) =>
  (
    await db
      .select()
      .from(coupons)
      .where(and(eq(sql`upper(${coupons.couponCode})`, couponCode.toUpperCase()), eq(coupons.active, 'Y')))
  )[0];

/** PAID orders of a viewer for a film whose window has not ended. */
export const liveTickets = (db: Db, userId: number, movieId: number, now: Date) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.movieId, movieId),
        eq(orders.paymentStatus, 'PAID'),
        gt(orders.bookingEndTime, now),
      ),
    )
    .orderBy(asc(orders.bookingStartTime));

export const findOpenOrder = async (db: Db, userId: number, movieId: number) =>
  (
    await db
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.userId, userId),
          eq(orders.movieId, movieId),
          inArray(orders.paymentStatus, ['NEW', 'PROCESSING']),
        ),
      )
  )[0];

export async function insertOrder(db: Db, values: Omit<NewOrder, 'movieOrderId' | 'orderNo'>): Promise<number> {
  const { rows } = (await db.execute(
    sql`select nextval(pg_get_serial_sequence('orders', 'movie_order_id'))::int as id`,
  )) as unknown as { rows: { id: number }[] };
  const movieOrderId = rows[0]!.id;
  const year = String(values.orderDate.getUTCFullYear()).slice(2);
  await db
    .insert(orders)
    .values({ ...values, movieOrderId, orderNo: `M${year}-${String(movieOrderId).padStart(6, '0')}` });
  return movieOrderId;
}

export const changeOrder = (db: Db, movieOrderId: number, change: Partial<NewOrder>) =>
  db.update(orders).set(change).where(eq(orders.movieOrderId, movieOrderId));

/** An order of this viewer, with its film; undefined for another person's. */
export const findOwnOrder = async (db: Db, userId: number, movieOrderId: number): Promise<BookedOrder | undefined> =>
  (await withMovie(db).where(and(eq(orders.movieOrderId, movieOrderId), eq(orders.userId, userId))))[0];

const SORTS = { orderDate: orders.orderDate, bookingStartTime: orders.bookingStartTime };
export type OrderField = keyof typeof SORTS;

export async function listOwnOrders(
  db: Db,
  userId: number,
  { sort, limit, offset }: { sort: Sort<OrderField>; limit: number; offset: number },
) {
  const mine = eq(orders.userId, userId);
  const order = sort.descending ? desc(SORTS[sort.field]) : asc(SORTS[sort.field]);
  const rows = await withMovie(db).where(mine).orderBy(order, desc(orders.movieOrderId)).limit(limit).offset(offset);
  const [counted] = await db.select({ total: count() }).from(orders).where(mine);
  return { rows, total: counted!.total };
}

export const ordersForMovie = (db: Db, userId: number, movieId: number) =>
  withMovie(db)
    .where(and(eq(orders.userId, userId), eq(orders.movieId, movieId)))
    .orderBy(desc(orders.movieOrderId));

/** Whether the viewer has another order for the film that is being paid. */
export const hasOtherOpenOrder = async (db: Db, { userId, movieId, movieOrderId }: OrderRow) =>
  userId !== null &&
  (await db.$count(
    orders,
    and(
      eq(orders.userId, userId),
      eq(orders.movieId, movieId),
      inArray(orders.paymentStatus, ['NEW', 'PROCESSING']),
      ne(orders.movieOrderId, movieOrderId),
    ),
  )) > 0;
