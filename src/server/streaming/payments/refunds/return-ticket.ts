import { paymentMessages as text } from '#messages/payments.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import { orderNotFound } from '../../booking/not-found.ts';
import { findOrder, findOwnOrder } from '../../booking/queries.ts';
import { isPaidLate, toOrder } from '../../booking/wire.ts';
import { requestRefund } from './request-refund.ts';

/** Refunds a ticket that was paid after its chosen hour had passed. Throws not_returnable, ticket_played. */
export async function returnTicket(deps: Deps, viewer: Viewer, orderId: number) {
  const { order } = (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? throwError(orderNotFound());
  await requestRefund(deps, order, text.slotHadPassed, async (tx) => {
    const booked = (await findOrder(tx, orderId))!;
    if (!isPaidLate(booked.order)) throw new AppError('conflict', 'not_returnable', text.notReturnable);
    if (booked.wasPlayed) throw new AppError('conflict', 'ticket_played', text.playedNotReturned);
  });
  // If the account was deleted in the meantime, the refund still happens.
  return toOrder((await findOwnOrder(deps.db, viewer.userId, orderId)) ?? throwError(orderNotFound()), deps.now());
}
