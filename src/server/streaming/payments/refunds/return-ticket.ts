import { paymentMessages as text } from '#messages/payments.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, raise } from '../../../errors.ts';
import { orderNotFound } from '../../booking/found.ts';
import { findOrder, findOwnOrder } from '../../booking/queries.ts';
import { isPaidLate, toOrder } from '../../booking/wire.ts';
import { refund } from './refunds.ts';

/** The money back for a ticket whose hour had passed when it was paid. Throws not_returnable, ticket_played. */
export async function returnTicket(deps: Deps, viewer: Viewer, orderId: number) {
  const { order } = (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? raise(orderNotFound());
  await refund(deps, order, text.slotHadPassed, async (tx) => {
    const held = (await findOrder(tx, orderId))!;
    if (!isPaidLate(held.order)) throw new AppError('conflict', 'not_returnable', text.notReturnable);
    if (held.wasPlayed) throw new AppError('conflict', 'ticket_played', text.playedNotReturned);
  });
  // The account may have been deleted meanwhile: the money goes back all the same.
  return toOrder((await findOwnOrder(deps.db, viewer.userId, orderId)) ?? raise(orderNotFound()), deps.now());
}
