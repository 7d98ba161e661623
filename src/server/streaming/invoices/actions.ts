import type { Invoice } from '#contract/invoices.ts';
import { bookingMessages } from '#messages/booking.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { orderNotFound } from '../booking/found.ts';
import { findOwnOrder } from '../booking/queries.ts';
import { findPaper } from './queries.ts';

/**
 * The paper of an own ticket that was paid: its invoice (the confirmation of one that cost nothing), or its credit note.
 * Throws order_not_found, invoice_not_found.
 */
export async function readPaperOf(
  { db }: Deps,
  viewer: Viewer,
  orderId: number,
  kind: 'invoice' | 'credit-note',
): Promise<Invoice> {
  const { order } = (await findOwnOrder(db, viewer.userId, orderId)) ?? raise(orderNotFound());
  const isSold = order.paymentStatus === 'PAID' || order.paymentStatus === 'REFUNDED';
  const paper = isSold
    ? ((await findPaper(db, orderId, kind)) ??
      (kind === 'invoice' ? await findPaper(db, orderId, 'confirmation') : undefined))
    : undefined;
  // Chosen: a ticket that came with an import was sold elsewhere, and its paper is there.
  const why = order.importRef ? bookingMessages.invoiceElsewhere : bookingMessages.invoiceNotFound;
  return paper ?? raise(new AppError('not_found', 'invoice_not_found', why));
}
