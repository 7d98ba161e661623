import type { Invoice } from '#contract/invoices.ts';
import { bookingMessages } from '#messages/booking.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { orderNotFound } from '../not-found.ts';
import { findInvoice, findOwnOrderState } from './queries.ts';

/** A free ticket has a confirmation instead of an invoice. Throws order_not_found, invoice_not_found. */
export async function readInvoice(
  { db }: Deps,
  viewer: Viewer,
  orderId: number,
  kind: 'invoice' | 'credit-note',
): Promise<Invoice> {
  const order = (await findOwnOrderState(db, viewer.userId, orderId)) ?? throwError(orderNotFound());
  const isSold = order.paymentStatus === 'PAID' || order.paymentStatus === 'REFUNDED';
  const invoice = isSold
    ? ((await findInvoice(db, orderId, kind)) ??
      (kind === 'invoice' ? await findInvoice(db, orderId, 'confirmation') : undefined))
    : undefined;
  // Chosen: the previous seller keeps the invoice of an imported ticket.
  const message = order.importRef ? bookingMessages.invoiceFromOtherSeller : bookingMessages.invoiceNotFound;
  return invoice ?? throwError(new AppError('not_found', 'invoice_not_found', message));
}
