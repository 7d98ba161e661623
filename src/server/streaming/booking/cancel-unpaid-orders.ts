import type { Db } from '../../db/database.ts';
import { deleteUses } from './coupons/queries.ts';
import { cancelUnpaidBatch } from './queries.ts';

/** Chosen: short transactions, because the embedded database runs one transaction at a time. */
const BATCH_SIZE = 500;

/** Cancels unpaid orders whose window has ended, and releases their coupon uses. */
export async function cancelUnpaidOrders(db: Db, now: Date): Promise<void> {
  let cancelledCount: number;
  do
    cancelledCount = await db.transaction(async (tx) => {
      const cancelledIds = await cancelUnpaidBatch(tx, now, BATCH_SIZE);
      if (cancelledIds.length) await deleteUses(tx, cancelledIds);
      return cancelledIds.length;
    });
  while (cancelledCount === BATCH_SIZE);
}
