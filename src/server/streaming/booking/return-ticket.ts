import { giftRefusals } from '#messages/gift-refusals.ts';
import { paymentRefusals } from '#messages/payment-refusals.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { requestRefund } from '../payments/refunds/request-refund.ts';
import { takeBackGift } from './gifts/take-back-gift.ts';
import { readOrder, requireOwnOrder } from './own-order.ts';
import { findExistingOrder } from './queries.ts';
import { isPaidLate } from './wire.ts';

/**
 * Refunds a ticket that was paid after its chosen hour had passed, or takes back a gift. Throws
 * not_returnable, ticket_played, gift_claimed.
 */
export async function returnTicket(deps: Deps, viewer: Viewer, orderId: number) {
  const { order } = await requireOwnOrder(deps.db, viewer, orderId);
  const reason = order.isGift ? giftRefusals.takenBack : paymentRefusals.slotHadPassed;
  await requestRefund(deps, order, reason, async (tx) => {
    const booked = await findExistingOrder(tx, orderId);
    if (booked.gift) return takeBackGift(tx, booked, deps.now());
    if (!isPaidLate(booked.order)) throw new AppError('not_returnable');
    if (booked.wasPlayed) throw new AppError('played_not_returned');
  });
  // If the account was deleted in the meantime, the refund still happens.
  return readOrder(deps, viewer, orderId);
}
