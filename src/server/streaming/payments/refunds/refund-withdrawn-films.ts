import { paymentMessages as text } from '#messages/payments.ts';
import { logFailure } from '../../../db/away.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { claimInBatches, workThrough } from '../../../work-through.ts';
import { findOrder } from '../../booking/queries.ts';
import { ticketsOfWithdrawnFilms } from './queries.ts';
import { askRefund } from './refunds.ts';

const TICKETS_LISTED = 500;
/** Chosen: half of a process's connections to the database; viewers have the rest. */
const AT_ONCE = 5;

/** A film that was withdrawn gives its unplayed tickets' money back, without anybody asking. `signal` ends it early. */
export async function refundWithdrawn(deps: Deps, signal?: AbortSignal): Promise<void> {
  let last = 0;
  const tickets = claimInBatches(
    async () => {
      // What was asked back so far is told to the providers meanwhile.
      if (last) deps.jobs.wake('reconcile');
      const ids = await ticketsOfWithdrawnFilms(deps.db, deps.now(), last, TICKETS_LISTED);
      last = ids.at(-1) ?? last;
      return ids;
    },
    // Two processes may ask for one ticket: the row of the order decides.
    async (ids) => ids,
    (movieOrderId) => askBack(deps, movieOrderId),
  );
  await workThrough([tickets], { atOnce: AT_ONCE, signal });
}

async function askBack(deps: Deps, movieOrderId: number) {
  try {
    await askRefund(deps, { movieOrderId }, text.filmWithdrawn, (tx) => refuseReturn(tx, movieOrderId));
  } catch (error) {
    if (error instanceof AppError)
      deps.log.info({ err: error, movieOrderId }, 'a ticket of a withdrawn film is not returned');
    else
      logFailure(deps.log, error, 'a ticket of a withdrawn film could not be returned; it will be tried again', {
        movieOrderId,
      });
  }
}

/** Since it was listed, the film may have come back, or have been begun. */
async function refuseReturn(tx: Db, movieOrderId: number) {
  const { movie, wasPlayed } = (await findOrder(tx, movieOrderId))!;
  if (movie.active === 'Y') throw new AppError('conflict', 'not_returnable', text.notReturnable);
  if (wasPlayed) throw new AppError('conflict', 'ticket_played', text.playedNotReturned);
}
