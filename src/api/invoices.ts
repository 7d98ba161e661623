import { orderInvoice } from '#contract/invoices.ts';
import { call, callForFile } from './http.ts';

export type PaperKind = 'invoice' | 'credit-note';

const paperOf = (orderId: number, kind: PaperKind) => ({ params: { orderId }, query: { kind } });

export const fetchPaper = (orderId: number, kind: PaperKind) => call(orderInvoice, paperOf(orderId, kind));

export const fetchPaperPdf = (orderId: number, kind: PaperKind) =>
  callForFile(orderInvoice, paperOf(orderId, kind), 'application/pdf');
