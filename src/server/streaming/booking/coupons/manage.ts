import { displayRupees } from '#domain/format/numbers.ts';
import { ticketPrice, toPaise, toRupees } from '#domain/pricing.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { type KeysetQuery, readKeysetPage } from '../../../keyset-page.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { requireFilms } from '../../catalogue/manage/lookup.ts';
import { type CouponBatch, insertCouponBatch } from '../coupon-batch.ts';
import {
  changeCoupons,
  countActive,
  deleteReservations,
  listCouponUsage,
  findBatch,
  findCouponByCode,
  type CouponSelection,
  insertNewCoupons,
  listBatches,
  listCoupons,
  listTicketPrices,
} from './queries.ts';

type Terms = Omit<CouponBatch, 'name' | 'count' | 'movieIds'> & {
  totalLimit?: number | undefined;
  viewerLimit?: number | undefined;
  /** References, keys or ids; an empty list means every film. */
  films: string[];
  reason?: string | undefined;
};

/** A discount that is free at this price is free at every price. */
const HIGHEST_PRICE = toPaise(100_000);

/** The films of the terms; null: every film. Throws film_unknown, reason_required. */
async function checkTerms(
  db: Db,
  { films, reason, couponType, couponValue }: Terms,
): Promise<number[] | null> {
  const chosen = films.length ? await requireFilms(db, films) : null;
  const movieIds = chosen && chosen.map(({ movieId }) => movieId);
  if (reason !== undefined) return movieIds;
  const prices = [HIGHEST_PRICE, ...(await listTicketPrices(db, movieIds))];
  const freePrice = prices.find(
    (price) => price && ticketPrice(price, { couponType, couponValue }).payable === 0,
  );
  if (freePrice) throw new AppError('reason_required', [displayRupees(toRupees(freePrice))]);
  return movieIds;
}

/**
 * Creates a coupon that can be used many times. Throws coupon_exists, film_unknown,
 * reason_required.
 */
export async function createCoupon(
  { db }: Deps,
  couponCode: string,
  terms: Terms,
): Promise<Change[]> {
  const codeTaken = () => new AppError('coupon_exists', [couponCode]);
  if (await findCouponByCode(db, couponCode)) throw codeTaken();
  const movieIds = await checkTerms(db, terms);
  const { films, reason: _, ...columns } = terms;
  const [created] = await insertNewCoupons(db, [{ ...columns, couponCode, movieIds }]);
  if (!created) throw codeTaken();
  return changeOf(`coupon ${couponCode}`, null, { ...columns, films });
}

/** Throws film_unknown, reason_required. */
export async function createBatch({ db }: Deps, name: string, count: number, terms: Terms) {
  const movieIds = await checkTerms(db, terms);
  const { films, reason: _, ...columns } = terms;
  const codes = await insertCouponBatch(db, { ...columns, name, count, movieIds });
  return { codes, changes: changeOf(`batch ${name}`, null, { codes: count, ...columns, films }) };
}

/** `batch PRESS`: the batches after PRESS. `batch`: all batches. */
const BATCH_CURSOR = /^batch(?: (.+))?$/;

/** The codes by name, then the batches. `after` is a code or a BATCH_CURSOR. */
export async function listCouponsAndBatches(
  { db, now }: Deps,
  { after, limit }: KeysetQuery<string>,
) {
  const batchCursor = after === undefined ? null : BATCH_CURSOR.exec(after);
  const coupons = batchCursor
    ? { rows: [], next: undefined }
    : await readKeysetPage(
        limit,
        (count) => listCoupons({ db, after, limit: count, now: now() }),
        ({ couponCode }) => couponCode,
      );
  const batchLimit = limit - coupons.rows.length;
  if (!batchLimit) {
    const next =
      coupons.next ??
      ((await listBatches({ db, after: '', limit: 1, now: now() })).length ? 'batch' : undefined);
    return { coupons: coupons.rows, batches: [], next };
  }
  const { rows, next } = await readKeysetPage(
    batchLimit,
    (count) => listBatches({ db, after: batchCursor?.[1] ?? '', limit: count, now: now() }),
    ({ batch }) => `batch ${batch}`,
  );
  return { coupons: coupons.rows, batches: rows, next };
}

async function findCouponOrBatch(db: Db, name: string): Promise<CouponSelection> {
  const coupon = await findCouponByCode(db, name);
  if (coupon) return { couponCode: coupon.couponCode };
  const batch = await findBatch(db, name);
  if (batch === undefined) throw new AppError('coupon_not_found', [name]);
  return { batch };
}

/**
 * Deactivates a code or all codes of a batch. Sold tickets keep their price. Throws coupon_over.
 */
export async function endCoupon({ db }: Deps, name: string): Promise<Change[]> {
  const by = await findCouponOrBatch(db, name);
  const activeCount = await countActive(db, by);
  if (!activeCount) throw new AppError('coupon_ended', [name]);
  await changeCoupons(db, by, { active: 'N' });
  return 'batch' in by
    ? changeOf(`batch ${by.batch}`, { active: activeCount }, { active: 0 })
    : changeOf(`coupon ${by.couponCode}`, { active: 'Y' }, { active: 'N' });
}

/**
 * Releases the reservations of unpaid orders. A payment that arrives later takes a use that is
 * left, or is held. Throws coupon_unknown, nothing_reserved.
 */
export async function releaseReservations({ db, now }: Deps, name: string): Promise<Change[]> {
  const by = await findCouponOrBatch(db, name);
  const reserved = await deleteReservations(db, by, now());
  if (!reserved) throw new AppError('nothing_reserved', [name]);
  return changeOf(
    'batch' in by ? `batch ${by.batch}` : `coupon ${by.couponCode}`,
    { reserved },
    { reserved: 0 },
  );
}

/**
 * One row per coupon or batch; sums in rupees. `after`: the number of rows before the first one.
 * Throws coupon_unknown.
 */
export async function reportCoupons(
  { db, now }: Deps,
  name: string | undefined,
  { after = 0, limit }: KeysetQuery,
) {
  const by = name === undefined ? undefined : await findCouponOrBatch(db, name);
  const { rows, next } = await readKeysetPage(
    limit,
    (count) => listCouponUsage({ db, by, now: now(), offset: after, limit: count }),
    () => after + limit,
  );
  return {
    rows: rows.map((row) => ({
      ...row,
      discount: toRupees(row.discount),
      refundedDiscount: toRupees(row.refundedDiscount),
    })),
    next,
  };
}
