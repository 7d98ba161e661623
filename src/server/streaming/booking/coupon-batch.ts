import { randomInt } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { insertNewCoupons } from './coupons/queries.ts';

export interface Batch {
  name: string;
  count: number;
  couponType: 'PERCENTAGE' | 'FIXED';
  couponValue: number;
  validFrom: Date | null;
  validUntil: Date | null;
  movieIds: number[] | null;
}

/** Letters and digits that nobody takes for another when a code is read from paper or over the telephone. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const AT_ONCE = 500;

const newCode = (name: string): string =>
  `${name}-${Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

/** Makes codes that each discount one ticket, all of them or none, and gives them. */
export const makeBatch = (db: Db, batch: Batch): Promise<string[]> => db.transaction((tx) => makeCodes(tx, batch));

/** The same, in the transaction of the caller. */
export async function makeCodes(tx: Db, { name, count, ...terms }: Batch): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) {
    const codes = Array.from({ length: Math.min(AT_ONCE, count - made.length) }, () => newCode(name));
    // A code that exists, in this batch or an earlier one of its name, is left out and made anew.
    const rows = codes.map((couponCode) => ({ ...terms, couponCode, batch: name, totalLimit: 1 }));
    made.push(...(await insertNewCoupons(tx, rows)));
  }
  return made;
}
