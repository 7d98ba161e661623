import { orderInvoice } from '#contract/invoices.ts';
import { call, callForFile } from './http.ts';

export type InvoiceKind = 'invoice' | 'credit-note';

const invoiceInput = (orderId: number, kind: InvoiceKind) => ({ params: { orderId }, query: { kind } });

export const fetchInvoice = (orderId: number, kind: InvoiceKind) => call(orderInvoice, invoiceInput(orderId, kind));

export const fetchInvoicePdf = (orderId: number, kind: InvoiceKind) =>
  callForFile(orderInvoice, invoiceInput(orderId, kind), 'application/pdf');
