import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { coupons, couponUses, orders } from '../../../db/schema/booking.ts';

export type CouponRow = typeof coupons.$inferSelect;
type NewCoupon = typeof coupons.$inferInsert;
type NewUse = typeof couponUses.$inferInsert;

const isCode = (couponCode: string) => eq(sql`upper(${coupons.couponCode})`, couponCode.toUpperCase());

export async function findActiveCoupon(db: Db, couponCode: string): Promise<CouponRow | undefined> {
  const isActiveCode = and(isCode(couponCode), eq(coupons.active, 'Y'));
  return (await db.select().from(coupons).where(isActiveCode))[0];
}

// `no key update` instead of `update`: inserts of coupon uses in other transactions do not have to wait.
export const lockCoupon = async (tx: Db, couponCode: string): Promise<CouponRow | undefined> =>
  (await tx.select().from(coupons).where(eq(coupons.couponCode, couponCode)).for('no key update'))[0];

/** Counts reserved uses in total and by one viewer, without the use of `exceptOrderId`. */
export async function countUses(db: Db, couponCode: string, userId: number | null, exceptOrderId: number) {
  const [counts] = await db
    .select({
      total: sql<number>`count(*)::int`,
      byViewer: sql<number>`(count(*) filter (where ${couponUses.userId} = ${userId}))::int`,
    })
    .from(couponUses)
    .where(and(eq(couponUses.couponCode, couponCode), sql`${couponUses.movieOrderId} <> ${exceptOrderId}`));
  return counts!;
}

export const findUse = async (db: Db, movieOrderId: number) =>
  (await db.select().from(couponUses).where(eq(couponUses.movieOrderId, movieOrderId)))[0];

export const insertUse = (tx: Db, use: NewUse) => tx.insert(couponUses).values(use);

export const deleteUses = (tx: Db, movieOrderIds: number[]) =>
  tx.delete(couponUses).where(inArray(couponUses.movieOrderId, movieOrderIds));

/** Skips existing codes and returns the inserted ones. */
export const insertNewCoupons = async (tx: Db, rows: NewCoupon[]): Promise<string[]> =>
  (await tx.insert(coupons).values(rows).onConflictDoNothing().returning({ couponCode: coupons.couponCode })).map(
    ({ couponCode }) => couponCode,
  );

export const findCouponByCode = async (db: Db, couponCode: string): Promise<CouponRow | undefined> =>
  (await db.select().from(coupons).where(isCode(couponCode)))[0];

/** One coupon, or the coupons of a batch. */
export type CouponSelection = { couponCode: string } | { batch: string };
const isSelected = (by: CouponSelection) =>
  'batch' in by ? eq(coupons.batch, by.batch) : eq(coupons.couponCode, by.couponCode);

export const changeCoupons = (tx: Db, by: CouponSelection, change: Partial<NewCoupon>) =>
  tx.update(coupons).set(change).where(isSelected(by)).returning();

const bookedWith = (column: typeof orders.couponCode) => sql`upper(${column}) = upper(${coupons.couponCode})`;
const soldWith = sql`from ${orders} where ${bookedWith(orders.couponCode)} and ${orders.paymentStatus} in ('PAID', 'REFUNDED')`;

/** Sold tickets with the coupon and their discount in paise; refunded tickets are included and also counted separately. */
const USAGE = {
  tickets: sql<number>`(select count(*)::int ${soldWith})`,
  discount: sql<number>`(select coalesce(sum(${orders.discountValue}), 0)::float8 ${soldWith})`,
  refunded: sql<number>`(select count(*)::int ${soldWith} and ${orders.paymentStatus} = 'REFUNDED')`,
  refundedDiscount: sql<number>`(select coalesce(sum(${orders.discountValue}), 0)::float8 ${soldWith} and ${orders.paymentStatus} = 'REFUNDED')`,
};

export function listCoupons(db: Db) {
  const { couponCode, couponType, couponValue, active, validFrom, validUntil, totalLimit, viewerLimit } = coupons;
  const columns = { couponCode, couponType, couponValue, active, validFrom, validUntil, totalLimit, viewerLimit };
  return db.select(columns).from(coupons).where(isNull(coupons.batch)).orderBy(asc(couponCode));
}

export const listBatches = (db: Db) =>
  db
    .select({
      batch: sql<string>`${coupons.batch}`,
      codes: sql<number>`count(*)::int`,
      active: sql<number>`(count(*) filter (where ${coupons.active} = 'Y'))::int`,
      couponType: sql<string>`min(${coupons.couponType})`,
      couponValue: sql<number>`min(${coupons.couponValue})`,
      validFrom: sql<string | null>`min(${coupons.validFrom})::text`,
      validUntil: sql<string | null>`max(${coupons.validUntil})::text`,
    })
    .from(coupons)
    .where(sql`${coupons.batch} is not null`)
    .groupBy(coupons.batch)
    .orderBy(asc(coupons.batch));

export const listCouponUsage = (db: Db, by?: CouponSelection) =>
  db
    .select({ couponCode: coupons.couponCode, batch: coupons.batch, active: coupons.active, ...USAGE })
    .from(coupons)
    .where(by && isSelected(by))
    .orderBy(desc(USAGE.tickets), asc(coupons.couponCode));
