import { map } from 'nanostores';
import { fetchInvoice, fetchInvoicePdf, type InvoiceKind } from '#api/invoices.ts';
import type { Order } from '#contract/booking.ts';
import type { Invoice } from '#contract/invoices.ts';
import { invoiceFileName, type InvoiceDocument, toInvoiceDocument } from '#contract/invoice-document.ts';
import { saveFile } from './lib/download.ts';
import { isNotFound } from './lib/call-errors.ts';
import { createTask, type Status } from './lib/task.ts';

export interface TicketDocument {
  kind: InvoiceKind;
  invoice: Invoice;
  document: InvoiceDocument;
}

export const $ticketDocuments = map<{ status: Status; documents: TicketDocument[] }>({
  status: 'process',
  documents: [],
});

export async function openTicketDocuments(order: Pick<Order, 'movieOrderId' | 'paymentStatus'>) {
  $ticketDocuments.set({ status: 'process', documents: [] });
  const kinds: InvoiceKind[] = order.paymentStatus === 'REFUNDED' ? ['credit-note', 'invoice'] : ['invoice'];
  try {
    const found = await Promise.all(kinds.map((kind) => findDocument(order.movieOrderId, kind)));
    const documents = found.filter((each) => each !== null);
    $ticketDocuments.set({ status: documents.length ? 'success' : 'noData', documents });
  } catch {
    $ticketDocuments.setKey('status', 'error');
  }
}

/** Null if it does not exist: a refunded free ticket has no credit note. */
async function findDocument(orderId: number, kind: InvoiceKind): Promise<TicketDocument | null> {
  try {
    const invoice = await fetchInvoice(orderId, kind);
    return { kind, invoice, document: toInvoiceDocument(invoice) };
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

export const saveDocumentPdf = createTask(async ({ movieOrderId }: Order, { kind, invoice }: TicketDocument) =>
  saveFile(invoiceFileName(invoice, 'pdf'), 'application/pdf', await fetchInvoicePdf(movieOrderId, kind)),
);
