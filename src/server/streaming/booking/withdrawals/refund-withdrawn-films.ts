import { paymentMessages as text } from '#messages/payments.ts';
import { logFailure } from '../../../db/unavailable.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { claimInBatches, runDueTasks } from '../../../run-due-tasks.ts';
import { recordRefundRequest } from '../../payments/refunds/request-refund.ts';
import { findOrder } from '../queries.ts';
import { listTicketsOfWithdrawnFilms } from './queries.ts';

const TICKET_LIMIT = 500;
/** Chosen: half of a process's database connections; the other half stays free for viewers. */
const CONCURRENCY = 5;

/** Requests refunds for the unplayed tickets of withdrawn films. `signal` ends the run early. */
export async function refundWithdrawnFilms(deps: Deps, signal?: AbortSignal): Promise<void> {
  let lastOrderId = 0;
  const tickets = claimInBatches(
    async () => {
      if (lastOrderId) deps.jobs.enqueue('reconcile');
      const ids = await listTicketsOfWithdrawnFilms(deps.db, deps.now(), lastOrderId, TICKET_LIMIT);
      lastOrderId = ids.at(-1) ?? lastOrderId;
      return ids;
    },
    // No claim: the lock on the order's row keeps two processes from refunding one ticket twice.
    async (ids) => ids,
    (movieOrderId) => requestTicketRefund(deps, movieOrderId),
  );
  await runDueTasks([tickets], { concurrency: CONCURRENCY, signal });
}

async function requestTicketRefund(deps: Deps, movieOrderId: number) {
  try {
    await recordRefundRequest(deps, { movieOrderId }, text.filmWithdrawn, (tx) =>
      refusePlayedOrShown(tx, movieOrderId),
    );
  } catch (error) {
    if (error instanceof AppError)
      deps.log.info({ err: error, movieOrderId }, 'a ticket of a withdrawn film is not refunded');
    else
      logFailure(deps.log, error, 'a ticket of a withdrawn film could not be refunded; it will be tried again', {
        movieOrderId,
      });
  }
}

/** The film may have returned to the catalogue, or may have been played, since the ticket was listed. */
async function refusePlayedOrShown(tx: Db, movieOrderId: number) {
  const { movie, wasPlayed } = (await findOrder(tx, movieOrderId))!;
  if (movie.active === 'Y') throw new AppError('conflict', 'not_returnable', text.notReturnable);
  if (wasPlayed) throw new AppError('conflict', 'ticket_played', text.playedNotReturned);
}
