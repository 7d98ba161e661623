import type { Db } from '../../db/database.ts';
import { ticketBills } from '../booking/ticket-bill.ts';
import { feeBills } from '../submission/fees/fee-bill.ts';
import type { Bill, BillKind, BillRef } from './bill.ts';

const KINDS: BillKind[] = [ticketBills, feeBills];

const kindOf = ({ feeId }: BillRef) => (feeId ? feeBills : ticketBills);
const idOf = ({ movieOrderId, feeId }: BillRef) => feeId ?? movieOrderId!;

export const findBill = (db: Db, ref: BillRef) => kindOf(ref).find(db, idOf(ref));
export const lockBill = (tx: Db, ref: BillRef) => kindOf(ref).lock(tx, idOf(ref));
export const lockBillWithCompeting = (tx: Db, ref: BillRef) => kindOf(ref).lockWithCompeting(tx, idOf(ref));

export async function findBillByNo(db: Db, billNo: string): Promise<Bill | undefined> {
  for (const kind of KINDS) {
    const bill = await kind.findByNo(db, billNo);
    if (bill) return bill;
  }
  return undefined;
}

export async function cancelUnpaidBills(db: Db, now: Date): Promise<void> {
  for (const kind of KINDS) await kind.cancelUnpaid(db, now);
}

export const isSameBill = (a: BillRef, b: BillRef) => kindOf(a) === kindOf(b) && idOf(a) === idOf(b);
