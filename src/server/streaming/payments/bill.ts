import type { Paise, MinorUnits, Cents } from '#domain/pricing.ts';
import type { PaymentStatus } from '#domain/payment-states.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/database.ts';

export interface BillRef {
  movieOrderId?: number | null;
  feeId?: number | null;
}

interface Payment {
  mode: string;
  transactionNo: string | null;
  currency: string;
}

export interface ReturnedPart {
  /** In the currency that was charged. */
  amount: MinorUnits;
  currency: string;
  /** Of the bill: what had gone back before this part, and after it. */
  valueBefore: Paise;
  valueAfter: Paise;
  reason: string;
}

/** A snapshot. Call the methods that change the bill under its row lock. */
export interface Bill {
  ref: BillRef;
  billNo: string;
  status: PaymentStatus;
  total: Paise;
  /**
   * The price in US cents, for providers that charge dollars; without it, they charge the converted
   * total.
   */
  dollarCents?: Cents;
  /** What a payment in another currency pays; without it, the total. */
  foreignTotal?: Paise | undefined;
  currency: string;
  transactionNo: string | null;
  refundedAt: Date | null;
  /** What went back in parts. */
  partRefundedValue: Paise;
  messages: { notProven: string; notRefundable: string };
  /** Why a payment of the right amount cannot pay this bill; null when it can. */
  findUnpayableReason(tx: Db, now: Date): Promise<string | null>;
  /**
   * Reserves the coupon use again. Returns a reason when no use is left; the payment is then held.
   */
  reclaimDiscount(tx: Db, now: Date): Promise<string | null>;
  canReopen(tx: Db): Promise<boolean>;
  markProcessing(tx: Db): Promise<unknown>;
  /** Call it after the attempt is stored as `paid`: the invoice shows what that attempt charged. */
  markPaid(tx: Db, deps: { config: Config }, payment: Payment, now: Date): Promise<unknown>;
  markCancelled(tx: Db): Promise<unknown>;
  /**
   * Some of the money went back; the bill stays paid. The viewer gets a credit note for this part.
   */
  markPartRefunded(
    tx: Db,
    deps: { config: Config },
    part: ReturnedPart,
    now: Date,
  ): Promise<unknown>;
  /** A payment of the bill waits for the operator. */
  markHeld(tx: Db, now: Date): Promise<unknown>;
  /** Ends open players, so that no playback starts during the refund decision. */
  endPlayback(tx: Db, now: Date): Promise<unknown>;
  /** All of the money went back, the last of it now. */
  markRefunded(tx: Db, deps: { config: Config }, reason: string, now: Date): Promise<unknown>;
}

/** What a payment in this currency pays. */
export const dueIn = (
  currency: string,
  bill: Pick<Bill, 'total' | 'foreignTotal' | 'currency'>,
): Paise => (currency === bill.currency ? bill.total : (bill.foreignTotal ?? bill.total));

export interface BillKind {
  /** Null or undefined for a bill of another kind. */
  idOf(ref: BillRef): number | null | undefined;
  find(db: Db, id: number): Promise<Bill | undefined>;
  /** Locks the bill's row until the transaction ends. Every state change goes through this lock. */
  lock(tx: Db, id: number): Promise<Bill | undefined>;
  /**
   * Also locks competing bills: only one of them may be paid, such as of two orders of one viewer
   * for one film.
   */
  lockWithCompetingBills(tx: Db, id: number): Promise<Bill | undefined>;
  findByNo(db: Db, billNo: string): Promise<Bill | undefined>;
}

export const isSameBill = (a: BillRef, b: BillRef): boolean =>
  (a.movieOrderId ?? null) === (b.movieOrderId ?? null) && (a.feeId ?? null) === (b.feeId ?? null);
