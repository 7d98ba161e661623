import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/open.ts';
import { coupons, couponUses, movies } from '../../../db/schema.ts';

export type CouponRow = typeof coupons.$inferSelect;
export type NewCoupon = typeof coupons.$inferInsert;
export type NewUse = typeof couponUses.$inferInsert;

/** Whatever case it was typed in. */
export const findCoupon = async (db: Db, couponCode: string): Promise<CouponRow | undefined> =>
  (
    await db
      .select()
      .from(coupons)
      .where(and(eq(sql`upper(${coupons.couponCode})`, couponCode.toUpperCase()), eq(coupons.active, 'Y')))
  )[0];

// `no key update` and not `update`: the foreign keys of uses that are being written elsewhere need not wait for it.
export const lockCoupon = async (tx: Db, couponCode: string): Promise<CouponRow | undefined> =>
  (await tx.select().from(coupons).where(eq(coupons.couponCode, couponCode)).for('no key update'))[0];

/** How many uses are taken, in all and by one viewer; the use of `exceptOrder` aside. */
export async function countUses(db: Db, couponCode: string, userId: number | null, exceptOrder: number) {
  const [used] = await db
    .select({
      inAll: sql<number>`count(*)::int`,
      byViewer: sql<number>`(count(*) filter (where ${couponUses.userId} = ${userId}))::int`,
    })
    .from(couponUses)
    .where(and(eq(couponUses.couponCode, couponCode), sql`${couponUses.movieOrderId} <> ${exceptOrder}`));
  return used!;
}

export const findUse = async (db: Db, movieOrderId: number) =>
  (await db.select().from(couponUses).where(eq(couponUses.movieOrderId, movieOrderId)))[0];

export const insertUse = (tx: Db, use: NewUse) => tx.insert(couponUses).values(use);

export const deleteUse = (tx: Db, movieOrderId: number) =>
  tx.delete(couponUses).where(eq(couponUses.movieOrderId, movieOrderId));

export const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction((tx) => work(tx as unknown as Db));

/** Adds coupons, and gives the codes of those that were not there. */
export const insertNewCoupons = async (tx: Db, rows: NewCoupon[]): Promise<string[]> =>
  (await tx.insert(coupons).values(rows).onConflictDoNothing().returning({ couponCode: coupons.couponCode })).map(
    ({ couponCode }) => couponCode,
  );

export const filmsOfKeys = (db: Db, keys: string[]) =>
  db
    .select({ movieId: movies.movieId, movieKey: movies.movieKey })
    .from(movies)
    .where(and(inArray(movies.movieKey, keys), eq(movies.active, 'Y')));
