import { toRupees } from '#domain/pricing.ts';
import { operatorMessages as text } from '#messages/operator.ts';
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
  listCouponUsage,
  findBatch,
  findCouponByCode,
  type CouponSelection,
  insertNewCoupons,
  listBatches,
  listCoupons,
} from './queries.ts';

type Terms = Omit<CouponBatch, 'name' | 'count' | 'movieIds'> & {
  totalLimit?: number | undefined;
  viewerLimit?: number | undefined;
  /** References, keys or ids; an empty list means every film. */
  films: string[];
};

const idsOf = async (db: Db, films: string[]): Promise<number[] | null> =>
  films.length ? (await requireFilms(db, films)).map(({ movieId }) => movieId) : null;

/** Creates a coupon that can be used many times. Throws coupon_exists, film_unknown. */
export async function createCoupon({ db }: Deps, couponCode: string, { films, ...terms }: Terms): Promise<Change[]> {
  const codeTaken = () => new AppError('conflict', 'coupon_exists', text.couponTaken(couponCode));
  if (await findCouponByCode(db, couponCode)) throw codeTaken();
  const [created] = await insertNewCoupons(db, [{ ...terms, couponCode, movieIds: await idsOf(db, films) }]);
  if (!created) throw codeTaken();
  return changeOf(`coupon ${couponCode}`, null, { ...terms, films });
}

export async function createBatch({ db }: Deps, name: string, count: number, { films, ...terms }: Terms) {
  const codes = await insertCouponBatch(db, { ...terms, name, count, movieIds: await idsOf(db, films) });
  return { codes, changes: changeOf(`batch ${name}`, null, { codes: count, ...terms, films }) };
}

/** `batch PRESS`: the batches after PRESS. `batch`: all batches. */
const BATCH_CURSOR = /^batch(?: (.+))?$/;

/** The codes by name, then the batches. `after` is a code or a BATCH_CURSOR. */
export async function listCouponsAndBatches({ db }: Deps, { after, limit }: KeysetQuery<string>) {
  const batchCursor = after === undefined ? null : BATCH_CURSOR.exec(after);
  const coupons = batchCursor
    ? { rows: [], next: undefined }
    : await readKeysetPage(
        limit,
        (count) => listCoupons(db, after, count),
        ({ couponCode }) => couponCode,
      );
  const batchLimit = limit - coupons.rows.length;
  if (!batchLimit) {
    const next = coupons.next ?? ((await listBatches(db, '', 1)).length ? 'batch' : undefined);
    return { coupons: coupons.rows, batches: [], next };
  }
  const { rows, next } = await readKeysetPage(
    batchLimit,
    (count) => listBatches(db, batchCursor?.[1] ?? '', count),
    ({ batch }) => `batch ${batch}`,
  );
  return { coupons: coupons.rows, batches: rows, next };
}

async function findCouponOrBatch(db: Db, name: string): Promise<CouponSelection> {
  const coupon = await findCouponByCode(db, name);
  if (coupon) return { couponCode: coupon.couponCode };
  const batch = await findBatch(db, name);
  if (batch === undefined) throw new AppError('not_found', 'coupon_unknown', text.noCoupon(name));
  return { batch };
}

/** Deactivates a code or all codes of a batch. Sold tickets keep their price. Throws coupon_over. */
export async function endCoupon({ db }: Deps, name: string): Promise<Change[]> {
  const by = await findCouponOrBatch(db, name);
  const activeCount = await countActive(db, by);
  if (!activeCount) throw new AppError('conflict', 'coupon_over', text.couponOver(name));
  await changeCoupons(db, by, { active: 'N' });
  return 'batch' in by
    ? changeOf(`batch ${by.batch}`, { active: activeCount }, { active: 0 })
    : changeOf(`coupon ${by.couponCode}`, { active: 'Y' }, { active: 'N' });
}

/** One row per coupon or batch; sums in rupees. `after`: the number of rows before the first one. Throws coupon_unknown. */
export async function reportCoupons({ db }: Deps, name: string | undefined, { after = 0, limit }: KeysetQuery) {
  const by = name === undefined ? undefined : await findCouponOrBatch(db, name);
  const { rows, next } = await readKeysetPage(
    limit,
    (count) => listCouponUsage(db, by, after, count),
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
