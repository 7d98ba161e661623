import type { PaymentStatus } from '#contract/booking.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';

/** What a payment is made for, in the two columns of attempts and refunds: one of them is set. */
export interface Subject {
  movieOrderId?: number | null;
  feeId?: number | null;
}

/** The money that pays a bill; nothing where it costs nothing. */
export interface Payment {
  mode: string;
  /** The provider's own name of it. */
  transactionNo: string | null;
}

/**
 * What is paid for, as the one payment state machine sees it: a ticket, or the fee of a submission. It is read once, and is
 * as it was then; whatever changes it is called while its row is held, within the transaction that holds it.
 */
export interface Bill {
  subject: Subject;
  /** As people name it: `M26-000123`. */
  no: string;
  status: PaymentStatus;
  /** Paise. */
  total: number;
  currency: string;
  transactionNo: string | null;
  refundedAt: Date | null;
  words: { notProven: string; notRefundable: string };
  /** Why money of the right sum cannot be taken for it; null when it can. */
  whyUnwanted(tx: Db, now: Date): Promise<string | null>;
  /** Takes again what its price stands on. The reason when that is gone: then the money is held. */
  claim(tx: Db, now: Date): Promise<string | null>;
  /** Whether it may still be paid after it was cancelled. */
  mayReopen(tx: Db): Promise<boolean>;
  /** A payment is promised: it waits for the bank. */
  wait(tx: Db): Promise<unknown>;
  /** Called when its attempt is written as the one that paid. */
  pay(tx: Db, deps: Pick<Deps, 'config'>, payment: Payment, now: Date): Promise<unknown>;
  cancel(tx: Db): Promise<unknown>;
  /** Nothing is begun with it while its return is decided. */
  suspend(tx: Db, now: Date): Promise<unknown>;
  /** Its money goes back, or was none. */
  end(tx: Db, deps: Pick<Deps, 'config'>, reason: string, now: Date): Promise<unknown>;
}

/** Where bills of one kind come from. */
export interface BillKind {
  find(db: Db, id: number): Promise<Bill | undefined>;
  /** Holds its row until the transaction ends: everything that moves a bill goes through here. */
  lock(tx: Db, id: number): Promise<Bill | undefined>;
  /** As lock, and alone among the bills that cannot all be paid. */
  lockAlone(tx: Db, id: number): Promise<Bill | undefined>;
  findByNo(db: Db, no: string): Promise<Bill | undefined>;
  /** Closes what nobody has paid in time. */
  cancelStale(db: Db, now: Date): Promise<void>;
}
