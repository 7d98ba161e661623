import { paymentMessages as text } from '#messages/payments.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { requestRefund } from '../payments/refunds/request-refund.ts';
import { readOrder, requireOwnOrder } from './own-order.ts';
import { findOrder } from './queries.ts';
import { isPaidLate } from './wire.ts';

/** Refunds a ticket that was paid after its chosen hour had passed. Throws not_returnable, ticket_played. */
export async function returnTicket(deps: Deps, viewer: Viewer, orderId: number) {
  const { order } = await requireOwnOrder(deps.db, viewer, orderId);
  await requestRefund(deps, order, text.slotHadPassed, async (tx) => {
    const booked = (await findOrder(tx, orderId))!;
    if (!isPaidLate(booked.order)) throw new AppError('conflict', 'not_returnable', text.notReturnable);
    if (booked.wasPlayed) throw new AppError('conflict', 'ticket_played', text.playedNotReturned);
  });
  // If the account was deleted in the meantime, the refund still happens.
  return readOrder(deps, viewer, orderId);
}
