import { map } from 'nanostores';
import { fetchPaper, fetchPaperPdf, type PaperKind } from '#api/invoices.ts';
import type { Order } from '#contract/booking.ts';
import type { Invoice } from '#contract/invoices.ts';
import { fileName, type Paper, readPaper } from '#contract/paper.ts';
import { saveFile } from './lib/download.ts';
import { createTask, isNotFound, type Status } from './lib/status.ts';

/** A paper of a ticket, and what it says. */
export interface TicketPaper {
  kind: PaperKind;
  invoice: Invoice;
  paper: Paper;
}

export const $papers = map<{ status: Status; papers: TicketPaper[] }>({ status: 'process', papers: [] });

/** The invoice of a ticket, or its confirmation; and the credit note of one that was given back. */
export async function openPapers({ movieOrderId, paymentStatus }: Pick<Order, 'movieOrderId' | 'paymentStatus'>) {
  $papers.set({ status: 'process', papers: [] });
  const kinds: PaperKind[] = paymentStatus === 'REFUNDED' ? ['credit-note', 'invoice'] : ['invoice'];
  try {
    const found = await Promise.all(kinds.map((kind) => findPaper(movieOrderId, kind)));
    const papers = found.filter((paper) => paper !== null);
    $papers.set({ status: papers.length ? 'success' : 'noData', papers });
  } catch {
    $papers.setKey('status', 'error');
  }
}

/** Null where there is none: a ticket of ₹0 is given back without a credit note. */
async function findPaper(orderId: number, kind: PaperKind): Promise<TicketPaper | null> {
  try {
    const invoice = await fetchPaper(orderId, kind);
    return { kind, invoice, paper: readPaper(invoice) };
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

export const savePdf = createTask(async ({ movieOrderId }: Order, { kind, invoice }: TicketPaper) =>
  saveFile(fileName(invoice, 'pdf'), 'application/pdf', await fetchPaperPdf(movieOrderId, kind)),
);
