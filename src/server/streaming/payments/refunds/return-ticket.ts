import { paymentMessages as text } from '#messages/payments.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, raise } from '../../../errors.ts';
import { findOrder, findOwnOrder } from '../../booking/queries.ts';
import { isPaidLate, toOrder } from '../../booking/wire.ts';
import { orderNotFound } from '../checkout.ts';
import { refund } from './refunds.ts';

/** The money back for a ticket whose hour had passed when it was paid. Throws not_returnable, ticket_played. */
export async function returnTicket(deps: Deps, viewer: Viewer, orderId: number) {
  const { order } = (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? raise(orderNotFound());
  await refund(deps, order, text.slotHadPassed, async (tx, locked) => {
    if (!isPaidLate(locked)) throw new AppError('conflict', 'not_returnable', text.notReturnable);
    if ((await findOrder(tx, orderId))!.wasPlayed)
      throw new AppError('conflict', 'ticket_played', text.playedNotReturned);
  });
  return toOrder((await findOwnOrder(deps.db, viewer.userId, orderId))!, deps.now());
}
