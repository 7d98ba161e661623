import { orderInvoice } from '#contract/invoices.ts';
import { call, callForFile } from './http.ts';

/** `no`: the number of a credit note. */
export type DocumentRef = { kind: 'invoice' } | { kind: 'credit-note'; no: string };

const invoiceInput = (orderId: number, ref: DocumentRef) => ({ params: { orderId }, query: ref });

export const fetchInvoice = (orderId: number, ref: DocumentRef) =>
  call(orderInvoice, invoiceInput(orderId, ref));

export const fetchInvoicePdf = (orderId: number, ref: DocumentRef) =>
  callForFile(orderInvoice, { input: invoiceInput(orderId, ref), accept: 'application/pdf' });
