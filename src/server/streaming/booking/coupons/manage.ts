import { toRupees } from '#domain/pricing.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { filmsOf } from '../../catalogue/manage/found.ts';
import { type Batch, makeCodes } from '../coupon-batch.ts';
import {
  changeCoupons,
  couponDoings,
  couponNamed,
  type CouponRow,
  insertNewCoupons,
  listBatches,
  listCoupons,
} from './queries.ts';

type Terms = Omit<Batch, 'name' | 'count' | 'movieIds'> & {
  totalLimit?: number | undefined;
  viewerLimit?: number | undefined;
  /** As people name them; none is every film. */
  films: string[];
};

const idsOf = async (db: Db, films: string[]): Promise<number[] | null> =>
  films.length ? (await filmsOf(db, films)).map(({ movieId }) => movieId) : null;

/** A coupon of many uses. Throws coupon_exists, film_unknown. */
export async function createCoupon({ db }: Deps, couponCode: string, { films, ...terms }: Terms): Promise<Change[]> {
  const taken = () => new AppError('conflict', 'coupon_exists', text.couponTaken(couponCode));
  if (await couponNamed(db, couponCode)) throw taken();
  const [made] = await insertNewCoupons(db, [{ ...terms, couponCode, movieIds: await idsOf(db, films) }]);
  if (!made) throw taken();
  return changeOf(`coupon ${couponCode}`, null, { ...terms, films });
}

/** Codes that hold once each, all of them or none. */
export async function makeCoupons({ db }: Deps, name: string, count: number, { films, ...terms }: Terms) {
  const codes = await makeCodes(db, { ...terms, name, count, movieIds: await idsOf(db, films) });
  return { codes, changes: changeOf(`batch ${name}`, null, { codes: count, ...terms, films }) };
}

export async function findCoupons({ db }: Deps) {
  return { coupons: await listCoupons(db), batches: await listBatches(db) };
}

/** A code, or the name of a batch. Throws coupon_unknown. */
async function couponOrBatch(db: Db, name: string): Promise<{ couponCode: string } | { batch: string }> {
  const coupon = await couponNamed(db, name);
  if (coupon) return { couponCode: coupon.couponCode };
  const batch = (await listBatches(db)).find((each) => each.batch.toUpperCase() === name.toUpperCase());
  if (!batch) throw new AppError('not_found', 'coupon_unknown', text.noCoupon(name));
  return { batch: batch.batch };
}

/** From now on a code, or all of a batch, discounts nothing more. Tickets that were sold keep their price. Throws coupon_over. */
export async function endCoupon({ db }: Deps, name: string): Promise<Change[]> {
  const by = await couponOrBatch(db, name);
  const isLive = (row: Pick<CouponRow, 'active'>) => row.active === 'Y';
  const before = (await couponDoings(db, by)).filter(isLive).length;
  if (!before) throw new AppError('conflict', 'coupon_over', text.couponOver(name));
  await changeCoupons(db, by, { active: 'N' });
  return 'batch' in by
    ? changeOf(`batch ${by.batch}`, { active: before }, { active: 0 })
    : changeOf(`coupon ${by.couponCode}`, { active: 'Y' }, { active: 'N' });
}

export interface CouponDoings {
  name: string;
  codes: number;
  tickets: number;
  discount: number;
  refunded: number;
  refundedDiscount: number;
}

/** What coupons did, those of a batch together; sums in rupees. Throws coupon_unknown. */
export async function reportCoupons({ db }: Deps, name: string | undefined): Promise<CouponDoings[]> {
  const rows = await couponDoings(db, name === undefined ? undefined : await couponOrBatch(db, name));
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
