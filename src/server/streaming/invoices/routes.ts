import { type Invoice, orderInvoice } from '#contract/invoices.ts';
import { invoiceFileName } from '#contract/invoice-document.ts';
import type { Deps } from '../../deps.ts';
import type { AppContext } from '../../http/app-context.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { negotiateFormat } from '../negotiate-format.ts';
import { readInvoice } from './actions.ts';
import { invoiceHtml } from './html.ts';
import { INVOICE_CSP } from './html-style.ts';

export const invoiceRoutes = (deps: Deps) => [
  serveEndpoint(orderInvoice, async ({ viewer, params, query, context }) => {
    const invoice = await readInvoice(deps, viewer, params.orderId, query);
    const mediaType = negotiateFormat(context, [
      'application/json',
      'application/pdf',
      'text/html',
    ]);
    if (mediaType === 'application/json') return invoice;
    return mediaType === 'text/html' ? asHtml(context, invoice) : asPdf(context, invoice);
  }),
];

const fileHeaders = (invoice: Invoice, extension: string) => ({
  'Content-Disposition': `inline; filename="${invoiceFileName(invoice, extension)}"`,
  'Cache-Control': 'no-store',
});

const asHtml = (context: AppContext, invoice: Invoice) =>
  context.body(invoiceHtml(invoice), 200, {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': INVOICE_CSP,
    ...fileHeaders(invoice, 'html'),
  });

async function asPdf(context: AppContext, invoice: Invoice) {
  // Loaded on first use: the server starts faster without the PDF and font modules.
  const { invoicePdf } = await import('./pdf.ts');
  return context.body(Buffer.from(await invoicePdf(invoice)), 200, {
    'Content-Type': 'application/pdf',
    ...fileHeaders(invoice, 'pdf'),
  });
}
