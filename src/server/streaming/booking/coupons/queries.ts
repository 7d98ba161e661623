import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { type Db, queryRows } from '../../../db/database.ts';
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

/** Sold tickets with a coupon and their discount in paise; refunded tickets are included and also counted separately. */
const usageByCode = (db: Db) => {
  const isRefunded = eq(orders.paymentStatus, 'REFUNDED');
  return db
    .select({
      couponCode: orders.couponCode,
      tickets: count().as('tickets'),
      discount: sql<number>`sum(${orders.discountValue})`.as('discount'),
      refunded: sql<number>`count(*) filter (where ${isRefunded})`.as('refunded'),
      refundedDiscount: sql<number>`coalesce(sum(${orders.discountValue}) filter (where ${isRefunded}), 0)`.as(
        'refunded_discount',
      ),
    })
    .from(orders)
    .where(and(isNotNull(orders.couponCode), inArray(orders.paymentStatus, ['PAID', 'REFUNDED'])))
    .groupBy(orders.couponCode)
    .as('usage');
};

export function listCoupons(db: Db, after: string | undefined, limit: number) {
  const { couponCode, couponType, couponValue, active, validFrom, validUntil, totalLimit, viewerLimit } = coupons;
  const columns = { couponCode, couponType, couponValue, active, validFrom, validUntil, totalLimit, viewerLimit };
  return db
    .select(columns)
    .from(coupons)
    .where(and(isNull(coupons.batch), after === undefined ? undefined : gt(couponCode, after)))
    .orderBy(asc(couponCode))
    .limit(limit);
}

interface Batch {
  batch: string;
  codes: number;
  active: number;
  couponType: string;
  couponValue: number;
  validFrom: string | null;
  validUntil: string | null;
}

/** By name. Steps from each name to the next in the index: batches have thousands of codes. */
export const listBatches = (db: Db, after: string, limit: number): Promise<Batch[]> =>
  queryRows<Batch>(
    db,
    sql`with recursive names (batch) as (
      select min(batch) from ${coupons} where batch > ${after}
      union all
      select (select min(c.batch) from ${coupons} c where c.batch > names.batch) from names where names.batch is not null
    )
    select names.batch, terms.* from names cross join lateral (
      select count(*)::int as codes, (count(*) filter (where c.active = 'Y'))::int as active, min(c.coupon_type) as "couponType",
        min(c.coupon_value) as "couponValue", min(c.valid_from)::text as "validFrom", max(c.valid_until)::text as "validUntil"
      from ${coupons} c where c.batch = names.batch) terms
    where names.batch is not null limit ${limit}`,
  );

export const findBatch = async (db: Db, name: string): Promise<string | undefined> =>
  (
    await db
      .selectDistinct({ batch: sql<string>`${coupons.batch}` })
      .from(coupons)
      .where(eq(sql`upper(${coupons.batch})`, name.toUpperCase()))
  )[0]?.batch;

export const countActive = (db: Db, by: CouponSelection): Promise<number> =>
  db.$count(coupons, and(isSelected(by), eq(coupons.active, 'Y')));

/** One row for each coupon and each batch, the most tickets first. */
export function listCouponUsage(db: Db, by: CouponSelection | undefined, offset: number, limit: number) {
  const usage = usageByCode(db);
  const name = sql<string>`coalesce(${coupons.batch}, ${coupons.couponCode})`;
  const total = (column: SQL | SQL.Aliased) => sql<number>`coalesce(sum(${column}), 0)::float8`;
  const tickets = total(sql`${usage.tickets}`);
  return db
    .select({
      name,
      codes: sql<number>`count(*)::int`,
      tickets,
      discount: total(sql`${usage.discount}`),
      refunded: total(sql`${usage.refunded}`),
      refundedDiscount: total(sql`${usage.refundedDiscount}`),
    })
    .from(coupons)
    .leftJoin(usage, eq(usage.couponCode, coupons.couponCode))
    .where(by && isSelected(by))
    .groupBy(name)
    .orderBy(desc(tickets), name)
    .offset(offset)
    .limit(limit);
}
