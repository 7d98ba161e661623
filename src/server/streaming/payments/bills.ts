import type { Db } from '../../db/database.ts';
import { ticketBills } from '../booking/ticket-bill.ts';
import { feeBills } from '../submission/fees/fee-bill.ts';
import type { Bill, BillKind, Subject } from './bill.ts';

const KINDS: BillKind[] = [ticketBills, feeBills];

const kindOf = ({ feeId }: Subject) => (feeId ? feeBills : ticketBills);
const idOf = ({ movieOrderId, feeId }: Subject) => feeId ?? movieOrderId!;

export const findBill = (db: Db, subject: Subject) => kindOf(subject).find(db, idOf(subject));
export const lockBill = (tx: Db, subject: Subject) => kindOf(subject).lock(tx, idOf(subject));
export const lockBillAlone = (tx: Db, subject: Subject) => kindOf(subject).lockAlone(tx, idOf(subject));

export async function findBillByNo(db: Db, no: string): Promise<Bill | undefined> {
  for (const kind of KINDS) {
    const bill = await kind.findByNo(db, no);
    if (bill) return bill;
  }
  return undefined;
}

export async function cancelStaleBills(db: Db, now: Date): Promise<void> {
  for (const kind of KINDS) await kind.cancelStale(db, now);
}

export const isSameBill = (one: Subject, other: Subject) => kindOf(one) === kindOf(other) && idOf(one) === idOf(other);
