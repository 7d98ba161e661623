import { accepts } from 'hono/accepts';
import { type Invoice, orderInvoice } from '#contract/invoices.ts';
import { fileName } from '#contract/paper.ts';
import type { Deps } from '../../deps.ts';
import { type AppContext, serve } from '../../http.ts';
import { readPaperOf } from './actions.ts';
import { invoiceHtml } from './html.ts';
import { INVOICE_POLICY } from './html-style.ts';

export const invoiceRoutes = (deps: Deps) => [
  serve(orderInvoice, async ({ viewer, params, query, context }) => {
    const paper = await readPaperOf(deps, viewer, params.orderId, query.kind);
    context.header('Vary', 'Accept', { append: true });
    const form = formFor(context);
    if (form === 'application/json') return paper;
    return form === 'text/html' ? asHtml(context, paper) : asPdf(context, paper);
  }),
];

const FORMS = ['application/json', 'application/pdf', 'text/html'] as const;
type Form = (typeof FORMS)[number];

const formFor = (context: AppContext): Form =>
  accepts(context, { header: 'Accept', supports: [...FORMS], default: FORMS[0] }) as Form;

const fileHeaders = (paper: Invoice, extension: string) => ({
  'Content-Disposition': `inline; filename="${fileName(paper, extension)}"`,
  'Cache-Control': 'no-store',
});

const asHtml = (context: AppContext, paper: Invoice) =>
  context.body(invoiceHtml(paper), 200, {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': INVOICE_POLICY,
    ...fileHeaders(paper, 'html'),
  });

async function asPdf(context: AppContext, paper: Invoice) {
  // Brought with the first paper that is asked for so: a server begins sooner without what draws and types.
  const { invoicePdf } = await import('./pdf.ts');
  return context.body(Buffer.from(await invoicePdf(paper)), 200, {
    'Content-Type': 'application/pdf',
    ...fileHeaders(paper, 'pdf'),
  });
}
