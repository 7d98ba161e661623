import type { Invoice } from '#contract/invoices.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { orderNotFound } from '../not-found.ts';
import { findCreditNote, findInvoice, findOwnOrderState } from './queries.ts';

/**
 * A free ticket has a confirmation instead of an invoice. Throws order_not_found,
 * invoice_not_found.
 */
export async function readInvoice(
  { db }: Deps,
  viewer: Viewer,
  orderId: number,
  { kind, no }: { kind: 'invoice' | 'credit-note'; no?: string | undefined },
): Promise<Invoice> {
  const order =
    (await findOwnOrderState(db, viewer.userId, orderId)) ?? throwError(orderNotFound());
  const isSold = order.paymentStatus === 'PAID' || order.paymentStatus === 'REFUNDED';
  const invoice = isSold ? await findDocument(db, orderId, { kind, no }) : undefined;
  // Chosen: the previous seller keeps the invoice of an imported ticket.
  const refusal = order.importRef ? 'invoice_of_other_seller' : 'invoice_not_found';
  return invoice ?? throwError(new AppError(refusal));
}

const findDocument = async (
  db: Db,
  orderId: number,
  { kind, no }: { kind: 'invoice' | 'credit-note'; no?: string | undefined },
) =>
  kind === 'credit-note'
    ? findCreditNote(db, orderId, no)
    : ((await findInvoice(db, orderId, 'invoice')) ?? findInvoice(db, orderId, 'confirmation'));
