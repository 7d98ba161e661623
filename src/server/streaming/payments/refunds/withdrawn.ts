import { paymentMessages as text } from '#messages/payments.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { findOrder } from '../../booking/queries.ts';
import { ticketsOfWithdrawnFilms } from './queries.ts';
import { refund } from './refunds.ts';

const BATCH = 50;

/** A film that was withdrawn gives its unplayed tickets' money back, without anybody asking. */
export async function refundWithdrawn(deps: Deps): Promise<void> {
  const tickets = await ticketsOfWithdrawnFilms(deps.db, deps.now(), BATCH);
  for (const ticket of tickets) {
    try {
      await refund(deps, ticket, text.filmWithdrawn, (tx) => refuseReturn(tx, ticket.movieOrderId));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      deps.log.info({ err: error, ...ticket }, 'a ticket of a withdrawn film is not returned');
    }
  }
}

/** Since it was listed, the film may have come back, or have been begun. */
async function refuseReturn(tx: Db, movieOrderId: number) {
  const { movie, wasPlayed } = (await findOrder(tx, movieOrderId))!;
  if (movie.active === 'Y') throw new AppError('conflict', 'not_returnable', text.notReturnable);
  if (wasPlayed) throw new AppError('conflict', 'ticket_played', text.playedNotReturned);
}
