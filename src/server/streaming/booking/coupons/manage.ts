import { toRupees } from '#domain/pricing.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { requireFilms } from '../../catalogue/manage/lookup.ts';
import { type CouponBatch, insertCouponBatch } from '../coupon-batch.ts';
import {
  changeCoupons,
  listCouponUsage,
  findCouponByCode,
  type CouponRow,
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

export async function listCouponsAndBatches({ db }: Deps) {
  return { coupons: await listCoupons(db), batches: await listBatches(db) };
}

async function findCouponOrBatch(db: Db, name: string): Promise<CouponSelection> {
  const coupon = await findCouponByCode(db, name);
  if (coupon) return { couponCode: coupon.couponCode };
  const batch = (await listBatches(db)).find((each) => each.batch.toUpperCase() === name.toUpperCase());
  if (!batch) throw new AppError('not_found', 'coupon_unknown', text.noCoupon(name));
  return { batch: batch.batch };
}

/** Deactivates a code or all codes of a batch. Sold tickets keep their price. Throws coupon_over. */
export async function endCoupon({ db }: Deps, name: string): Promise<Change[]> {
  const by = await findCouponOrBatch(db, name);
  const isActive = (row: Pick<CouponRow, 'active'>) => row.active === 'Y';
  const activeCount = (await listCouponUsage(db, by)).filter(isActive).length;
  if (!activeCount) throw new AppError('conflict', 'coupon_over', text.couponOver(name));
  await changeCoupons(db, by, { active: 'N' });
  return 'batch' in by
    ? changeOf(`batch ${by.batch}`, { active: activeCount }, { active: 0 })
    : changeOf(`coupon ${by.couponCode}`, { active: 'Y' }, { active: 'N' });
}

/** One row per coupon or batch; sums in rupees. Throws coupon_unknown. */
export async function reportCoupons({ db }: Deps, name: string | undefined) {
  const rows = await listCouponUsage(db, name === undefined ? undefined : await findCouponOrBatch(db, name));
  const groups = Map.groupBy(rows, ({ batch, couponCode }) => batch ?? couponCode);
  const sum = (list: number[]) => list.reduce((total, each) => total + each, 0);
  return [...groups].map(([each, codes]) => ({
    name: each,
    codes: codes.length,
    tickets: sum(codes.map(({ tickets }) => tickets)),
    discount: toRupees(sum(codes.map(({ discount }) => discount))),
    refunded: sum(codes.map(({ refunded }) => refunded)),
    refundedDiscount: toRupees(sum(codes.map(({ refundedDiscount }) => refundedDiscount))),
  }));
}
