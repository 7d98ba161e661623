import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../errors.ts';
import type { BookedOrder } from '../queries.ts';
import { changeGift } from './queries.ts';
import { giftStateOf, isGiftOrder } from './wire.ts';

/**
 * Call it under the lock of the order's row, before the refund. A repeated call changes nothing.
 * Throws gift_claimed.
 */
export async function takeBackGift(tx: Db, booked: BookedOrder, now: Date): Promise<void> {
  if (!isGiftOrder(booked)) return;
  const state = giftStateOf(booked, now);
  if (state === 'claimed') throw new AppError('claimed_gift_kept');
  if (state === 'waiting') await changeGift(tx, booked.order.movieOrderId, { takenBackAt: now });
}
