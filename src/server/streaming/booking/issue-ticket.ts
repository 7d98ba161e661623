import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { issueCreditNote, issuePaper } from '../invoices/issue.ts';
import { announceEnd, announceTicket } from './mails/announce.ts';
import { findOrder, type OrderRow } from './queries.ts';

type House = Pick<Deps, 'config'>;
type Named = Pick<OrderRow, 'movieOrderId'>;

/**
 * What a ticket is given when it is paid: its invoice (or confirmation, where it cost nothing) and its mails. Called at the
 * end of the transaction that sets PAID, when the order and its payment attempt are written (state `paid`,
 * providerPaymentId): from here to the commit the invoice series is held. Called again it changes nothing.
 */
export async function issueTicket(tx: Db, deps: House, { movieOrderId }: Named, now: Date): Promise<void> {
  const sold = (await findOrder(tx, movieOrderId))!;
  await announceTicket(tx, sold.order, now);
  await issuePaper(tx, deps.config.supplier, sold, now);
}

/**
 * What a ticket leaves behind when its money goes back: the credit note, and the mail that takes it out of the calendar.
 * Called at the end of the transaction that sets REFUNDED. A coupon's use stays used. `reason` stands on the credit note.
 */
export async function endTicket(tx: Db, _deps: House, { movieOrderId }: Named, now: Date, reason: string) {
  const { order } = (await findOrder(tx, movieOrderId))!;
  await announceEnd(tx, order, now);
  await issueCreditNote(tx, order, now, reason);
}
