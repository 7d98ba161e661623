import { randomInt } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { insertNewCoupons } from './coupons/queries.ts';

export interface CouponBatch {
  name: string;
  count: number;
  couponType: 'PERCENTAGE' | 'FIXED';
  couponValue: number;
  validFrom: Date | null;
  validUntil: Date | null;
  movieIds: number[] | null;
}

/** Without letters and digits that look alike on paper or sound alike on the telephone. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;
const INSERT_SIZE = 500;

const newCode = (name: string): string =>
  `${name}-${Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')}`;

export async function insertCouponBatch(
  tx: Db,
  { name, count, ...terms }: CouponBatch,
): Promise<string[]> {
  const insertedCodes: string[] = [];
  while (insertedCodes.length < count) {
    const codes = Array.from({ length: Math.min(INSERT_SIZE, count - insertedCodes.length) }, () =>
      newCode(name),
    );
    // Existing codes are not inserted; the next round creates new ones instead.
    const rows = codes.map((couponCode) => ({ ...terms, couponCode, batch: name, totalLimit: 1 }));
    insertedCodes.push(...(await insertNewCoupons(tx, rows)));
  }
  return insertedCodes;
}
