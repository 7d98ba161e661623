import { map } from 'nanostores';
import { type DocumentRef, fetchInvoice, fetchInvoicePdf } from '#api/invoices.ts';
import type { Order } from '#contract/booking.ts';
import type { Invoice } from '#contract/invoices.ts';
import {
  invoiceFileName,
  type InvoiceDocument,
  toInvoiceDocument,
} from '#contract/invoice-document.ts';
import { saveFile } from '../lib/download.ts';
import { isNotFound } from '../lib/call-errors.ts';
import { createTask, type Status } from '../lib/task.ts';

export interface TicketDocument {
  ref: DocumentRef;
  invoice: Invoice;
  document: InvoiceDocument;
}

export const $ticketDocuments = map<{ status: Status; documents: TicketDocument[] }>({
  status: 'process',
  documents: [],
});

/** Newest first. A reply that an earlier release stored has no numbers of credit notes. */
export async function openTicketDocuments({
  movieOrderId,
  creditNoteNos = [],
}: Pick<Order, 'movieOrderId'> & Partial<Pick<Order, 'creditNoteNos'>>) {
  $ticketDocuments.set({ status: 'process', documents: [] });
  const wanted: DocumentRef[] = [
    ...creditNoteNos.toReversed().map((no) => ({ kind: 'credit-note' as const, no })),
    { kind: 'invoice' },
  ];
  try {
    const found = await Promise.all(wanted.map((ref) => findDocument(movieOrderId, ref)));
    const documents = found.filter((each) => each !== null);
    $ticketDocuments.set({ status: documents.length ? 'success' : 'noData', documents });
  } catch {
    $ticketDocuments.setKey('status', 'error');
  }
}

/** Null if it does not exist. */
async function findDocument(orderId: number, ref: DocumentRef): Promise<TicketDocument | null> {
  try {
    const invoice = await fetchInvoice(orderId, ref);
    return { ref, invoice, document: toInvoiceDocument(invoice) };
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

export const saveDocumentPdf = createTask(
  async ({ movieOrderId }: Order, { ref, invoice }: TicketDocument) =>
    saveFile(
      invoiceFileName(invoice, 'pdf'),
      'application/pdf',
      await fetchInvoicePdf(movieOrderId, ref),
    ),
);
