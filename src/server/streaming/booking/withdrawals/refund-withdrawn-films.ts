import { paymentRefusals } from '#messages/payment-refusals.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { findExistingOrder } from '../queries.ts';
import { refundInBatches } from '../refund-in-batches.ts';
import { listTicketsOfWithdrawnFilms } from './queries.ts';

/**
 * Requests refunds for the unplayed tickets and unclaimed gifts of withdrawn films. `signal` ends
 * the run early.
 */
export const refundWithdrawnFilms = (deps: Deps, signal?: AbortSignal): Promise<void> =>
  refundInBatches(
    deps,
    {
      list: (after, limit) =>
        listTicketsOfWithdrawnFilms({ db: deps.db, now: deps.now(), after, limit }),
      reason: paymentRefusals.filmWithdrawn,
      refuse: refusePlayedOrShown,
      subject: 'a ticket of a withdrawn film',
    },
    signal,
  );

/**
 * The film may have returned to the catalogue, or may have been played, since the ticket was
 * listed.
 */
async function refusePlayedOrShown(tx: Db, movieOrderId: number) {
  const { movie, wasPlayed } = await findExistingOrder(tx, movieOrderId);
  if (movie.active === 'Y') throw new AppError('not_returnable');
  if (wasPlayed) throw new AppError('played_not_returned');
}
