import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  not,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Paise } from '#domain/pricing.ts';
import { foldCode } from '#domain/fold.ts';
import { type Db, queryRows } from '../../../db/database.ts';
import { coupons, couponUses, orders } from '../../../db/schema/booking.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { one } from '../../../db/one.ts';

export type CouponRow = typeof coupons.$inferSelect;
type NewCoupon = typeof coupons.$inferInsert;
type NewUse = typeof couponUses.$inferInsert;

/** As typed first, because an imported code may have any letters. */
const spellingsOf = (typed: string): string[] => {
  const folded = foldCode(typed);
  return [typed, folded, folded.replace(/\s/g, '')].map((spelling) => spelling.toUpperCase());
};

// `no key update` instead of `update`: inserts of coupon uses in other transactions do not have to
// wait.
export const lockCoupon = async (tx: Db, couponCode: string): Promise<CouponRow | undefined> =>
  (
    await tx.select().from(coupons).where(eq(coupons.couponCode, couponCode)).for('no key update')
  )[0];

interface CouponUser {
  userId: number | null;
  now: Date;
  movieOrderId?: number | undefined;
}

/**
 * Reservations that a new use of this viewer replaces: lapsed ones, and the viewer's own. Chosen: a
 * viewer reserves one use of a code at a time, so that one account cannot hold all uses, and a code
 * moves with its owner to another film.
 */
const isReplaceable = ({ userId, now }: CouponUser) =>
  sql`coalesce(${couponUses.reservedUntil} <= ${now.toISOString()}::timestamptz
    or ${couponUses.reservedUntil} is not null and ${couponUses.userId} = ${userId}, false)`;

/**
 * Counts uses in total and by one viewer, without replaceable reservations and the use of
 * `movieOrderId`.
 */
export async function countUses(db: Db, couponCode: string, user: CouponUser) {
  const { userId, movieOrderId = 0 } = user;
  return one(
    await db
      .select({
        total: sql<number>`count(*)::int`,
        byViewer: sql<number>`(count(*) filter (where ${couponUses.userId} = ${userId}))::int`,
      })
      .from(couponUses)
      .where(
        and(
          eq(couponUses.couponCode, couponCode),
          sql`${couponUses.movieOrderId} <> ${movieOrderId}`,
          not(isReplaceable(user)),
        ),
      ),
  );
}

/** The caller holds the lock on the coupon's row. */
export const deleteReplaceableReservations = (tx: Db, couponCode: string, user: CouponUser) =>
  tx.delete(couponUses).where(and(eq(couponUses.couponCode, couponCode), isReplaceable(user)));

/**
 * Makes the order's reservation a use that does not lapse. False if the order has no use of its
 * coupon.
 */
export async function endReservation(
  tx: Db,
  { movieOrderId, couponCode }: { movieOrderId: number; couponCode: string | null },
): Promise<boolean> {
  if (couponCode === null) return false;
  const isOfOrder = and(
    eq(couponUses.movieOrderId, movieOrderId),
    eq(couponUses.couponCode, couponCode),
  );
  const { movieOrderId: id } = couponUses;
  return (
    (await tx.update(couponUses).set({ reservedUntil: null }).where(isOfOrder).returning({ id }))
      .length > 0
  );
}

export const findUse = async (db: Db, movieOrderId: number) =>
  (await db.select().from(couponUses).where(eq(couponUses.movieOrderId, movieOrderId)))[0];

export const insertUse = (tx: Db, use: NewUse) => tx.insert(couponUses).values(use);

export const deleteUses = (tx: Db, movieOrderIds: number[]) =>
  tx.delete(couponUses).where(inArray(couponUses.movieOrderId, movieOrderIds));

/** Skips existing codes and returns the inserted ones. */
export const insertNewCoupons = async (tx: Db, rows: NewCoupon[]): Promise<string[]> =>
  (
    await tx
      .insert(coupons)
      .values(rows)
      .onConflictDoNothing()
      .returning({ couponCode: coupons.couponCode })
  ).map(({ couponCode }) => couponCode);

export async function findCouponByCode(db: Db, typed: string): Promise<CouponRow | undefined> {
  const spellings = spellingsOf(typed);
  const found = await db
    .select()
    .from(coupons)
    .where(inArray(sql`upper(${coupons.couponCode})`, spellings));
  const rankOf = ({ couponCode }: CouponRow) => spellings.indexOf(couponCode.toUpperCase());
  return found.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
}

/** The prices of some films, or of all films. Paise. */
export const listTicketPrices = async (db: Db, movieIds: number[] | null): Promise<number[]> =>
  (
    await db
      .selectDistinct({ price: movies.ticketRate })
      .from(movies)
      .where(movieIds === null ? undefined : inArray(movies.movieId, movieIds))
      .orderBy(desc(movies.ticketRate))
  ).map(({ price }) => price);

/** One coupon, or the coupons of a batch. */
export type CouponSelection = { couponCode: string } | { batch: string };
const isSelected = (by: CouponSelection) =>
  'batch' in by ? eq(coupons.batch, by.batch) : eq(coupons.couponCode, by.couponCode);

export const changeCoupons = (tx: Db, by: CouponSelection, change: Partial<NewCoupon>) =>
  tx.update(coupons).set(change).where(isSelected(by)).returning();

/**
 * Sold tickets with a coupon and their discount in paise; refunded tickets are included and also
 * counted separately.
 */
const usageByCode = (db: Db) => {
  const isRefunded = eq(orders.paymentStatus, 'REFUNDED');
  return db
    .select({
      couponCode: orders.couponCode,
      tickets: count().as('tickets'),
      discount: sql<Paise>`sum(${orders.discountValue})`.as('discount'),
      refunded: sql<number>`count(*) filter (where ${isRefunded})`.as('refunded'),
      refundedDiscount:
        sql<Paise>`coalesce(sum(${orders.discountValue}) filter (where ${isRefunded}), 0)`.as(
          'refunded_discount',
        ),
    })
    .from(orders)
    .where(and(isNotNull(orders.couponCode), inArray(orders.paymentStatus, ['PAID', 'REFUNDED'])))
    .groupBy(orders.couponCode)
    .as('usage');
};

/** Reservations of unpaid orders that have not lapsed, by code. */
const reservedByCode = (db: Db, now: Date) =>
  db
    .select({ couponCode: couponUses.couponCode, reserved: count().as('reserved') })
    .from(couponUses)
    .where(gt(couponUses.reservedUntil, now))
    .groupBy(couponUses.couponCode)
    .as('reservations');

export function listCoupons({
  db,
  after,
  limit,
  now,
}: {
  db: Db;
  after: string | undefined;
  limit: number;
  now: Date;
}) {
  const {
    couponCode,
    couponType,
    couponValue,
    active,
    validFrom,
    validUntil,
    totalLimit,
    viewerLimit,
  } = coupons;
  const columns = {
    couponCode,
    couponType,
    couponValue,
    active,
    validFrom,
    validUntil,
    totalLimit,
    viewerLimit,
  };
  const reserved = db.$count(
    couponUses,
    and(eq(couponUses.couponCode, couponCode), gt(couponUses.reservedUntil, now)),
  );
  return db
    .select({ ...columns, reserved })
    .from(coupons)
    .where(and(isNull(coupons.batch), after === undefined ? undefined : gt(couponCode, after)))
    .orderBy(asc(couponCode))
    .limit(limit);
}

interface Batch {
  batch: string;
  codes: number;
  active: number;
  reserved: number;
  couponType: string;
  couponValue: number;
  validFrom: Date | null;
  validUntil: Date | null;
}
/** Instants as milliseconds: the drivers read those of raw statements in different ways. */
type StoredBatch = Record<'validFrom' | 'validUntil', number | null> &
  Omit<Batch, 'validFrom' | 'validUntil'>;

const toDate = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds);

/** By name. Steps from each name to the next in the index: batches have thousands of codes. */
export async function listBatches({
  db,
  after,
  limit,
  now,
}: {
  db: Db;
  after: string;
  limit: number;
  now: Date;
}): Promise<Batch[]> {
  const rows = await queryRows<StoredBatch>(
    db,
    sql`with recursive names (batch) as (
      select min(batch) from ${coupons} where batch > ${after}
      union all
      select (select min(c.batch) from ${coupons} c where c.batch > names.batch) from names where names.batch is not null
    )
    select names.batch, terms.* from names cross join lateral (
      select count(*)::int as codes, (count(*) filter (where c.active = 'Y'))::int as active, min(c.coupon_type) as "couponType",
        (select count(*)::int from ${couponUses} u join ${coupons} r on r.coupon_code = u.coupon_code
          where r.batch = names.batch and u.reserved_until > ${now.toISOString()}::timestamptz) as reserved,
        min(c.coupon_value) as "couponValue", ${millisecondsOf(sql`min(c.valid_from)`)} as "validFrom", ${millisecondsOf(sql`max(c.valid_until)`)} as "validUntil"
      from ${coupons} c where c.batch = names.batch) terms
    where names.batch is not null limit ${limit}`,
  );
  return rows.map(({ validFrom, validUntil, ...row }) => ({
    ...row,
    validFrom: toDate(validFrom),
    validUntil: toDate(validUntil),
  }));
}

const millisecondsOf = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::float8`;

export const findBatch = async (db: Db, name: string): Promise<string | undefined> =>
  (
    await db
      .selectDistinct({ batch: sql<string>`${coupons.batch}` })
      .from(coupons)
      .where(eq(sql`upper(${coupons.batch})`, name.toUpperCase()))
  )[0]?.batch;

export const countActive = (db: Db, by: CouponSelection): Promise<number> =>
  db.$count(coupons, and(isSelected(by), eq(coupons.active, 'Y')));

/** Deletes the reservations of a coupon or batch that have not lapsed, and returns their number. */
export async function deleteReservations(tx: Db, by: CouponSelection, now: Date): Promise<number> {
  const codes = tx.select({ couponCode: coupons.couponCode }).from(coupons).where(isSelected(by));
  const isReserved = and(inArray(couponUses.couponCode, codes), gt(couponUses.reservedUntil, now));
  return (await tx.delete(couponUses).where(isReserved).returning({ id: couponUses.movieOrderId }))
    .length;
}

/** One row for each coupon and each batch, the most tickets first. */
export function listCouponUsage({
  db,
  by,
  now,
  offset,
  limit,
}: {
  db: Db;
  by: CouponSelection | undefined;
  now: Date;
  offset: number;
  limit: number;
}) {
  const usage = usageByCode(db);
  const reservations = reservedByCode(db, now);
  const name = sql<string>`coalesce(${coupons.batch}, ${coupons.couponCode})`;
  const total = (column: SQL | SQL.Aliased) => sql<number>`coalesce(sum(${column}), 0)::float8`;
  const tickets = total(sql`${usage.tickets}`);
  return db
    .select({
      name,
      codes: sql<number>`count(*)::int`,
      tickets,
      reserved: total(sql`${reservations.reserved}`),
      discount: total(sql`${usage.discount}`),
      refunded: total(sql`${usage.refunded}`),
      refundedDiscount: total(sql`${usage.refundedDiscount}`),
    })
    .from(coupons)
    .leftJoin(usage, eq(usage.couponCode, coupons.couponCode))
    .leftJoin(reservations, eq(reservations.couponCode, coupons.couponCode))
    .where(by && isSelected(by))
    .groupBy(name)
    .orderBy(desc(tickets), name)
    .offset(offset)
    .limit(limit);
}
