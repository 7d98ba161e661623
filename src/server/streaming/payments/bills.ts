import type { Db } from '../../db/database.ts';
import type { Bill, BillKind, BillRef } from './bill.ts';

/** The bills of all kinds. The methods are those of `BillKind`. */
export interface Bills {
  find(db: Db, ref: BillRef): Promise<Bill | undefined>;
  lock(tx: Db, ref: BillRef): Promise<Bill | undefined>;
  lockWithCompetingBills(tx: Db, ref: BillRef): Promise<Bill | undefined>;
  findByNo(db: Db, billNo: string): Promise<Bill | undefined>;
}

export function createBills(kinds: BillKind[]): Bills {
  const withKind = async (
    ref: BillRef,
    findOrLock: (kind: BillKind, id: number) => Promise<Bill | undefined>,
  ) => {
    for (const kind of kinds) {
      const id = kind.idOf(ref);
      if (id) return findOrLock(kind, id);
    }
    return undefined;
  };
  return {
    find: (db, ref) => withKind(ref, (kind, id) => kind.find(db, id)),
    lock: (tx, ref) => withKind(ref, (kind, id) => kind.lock(tx, id)),
    lockWithCompetingBills: (tx, ref) =>
      withKind(ref, (kind, id) => kind.lockWithCompetingBills(tx, id)),
    async findByNo(db, billNo) {
      for (const kind of kinds) {
        const bill = await kind.findByNo(db, billNo);
        if (bill) return bill;
      }
      return undefined;
    },
  };
}
