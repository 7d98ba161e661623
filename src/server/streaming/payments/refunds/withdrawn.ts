import { paymentMessages as text } from '#messages/payments.ts';
import type { Deps } from '../../../deps.ts';
import { ticketsOfWithdrawnFilms } from './queries.ts';
import { refund } from './refunds.ts';

const BATCH = 50;

/** A film that was withdrawn gives its unplayed tickets' money back, without anybody asking. */
export async function refundWithdrawn(deps: Deps): Promise<void> {
  const tickets = await ticketsOfWithdrawnFilms(deps.db, deps.now(), BATCH);
  for (const ticket of tickets) await refund(deps, ticket, text.filmWithdrawn);
}
