import type { PaymentStatus } from '#domain/payment-states.ts';
import type { Db } from './db/database.ts';

/**
 * What the streaming service stores about people; the authentication service exports and erases it.
 */
export interface PersonalData {
  /** The rows about a person, by field of the export. */
  read(db: Db, userId: number): Promise<Record<string, object[]>>;
  /** Locks the orders and fees until the transaction ends. */
  lockBills(tx: Db, userId: number): Promise<{ paymentStatus: PaymentStatus }[]>;
  hasFilmsOnShow(tx: Db, userId: number): Promise<boolean>;
  /**
   * Requires `lockBills`. Returns the keys of posters, whose files the caller must delete after the
   * commit.
   */
  erase(tx: Db, userId: number): Promise<string[]>;
  /** The rows that an erasure deletes or cancels, and the open tickets that it makes unusable. */
  countErasable(db: Db, userId: number, now: Date): Promise<Record<string, number>>;
  /** The rows that the law requires; an erasure unlinks them from the account. */
  countRetained(db: Db, userId: number): Promise<Record<string, number>>;
}
