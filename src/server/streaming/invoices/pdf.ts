import type { Invoice } from '#contract/invoices.ts';
import { type InvoiceDocument, toInvoiceDocument } from '#contract/invoice-document.ts';
import { hasDrawableLetter } from '../../typefaces/runs.ts';
import { createPdf } from './pdf-document.ts';
import {
  COLOURS,
  CONTENT_WIDTH,
  MARGIN,
  type PdfPage,
  textInFace,
  writeParagraph,
} from './pdf-page.ts';
import { drawTable } from './pdf-table.ts';

export function invoicePdf(invoice: Invoice): Promise<Uint8Array> {
  const document = toInvoiceDocument(invoice);
  const { invoiceNo, supplier, date } = invoice;
  const info = { title: `${document.title} ${invoiceNo}`, author: supplier.name, date };
  return createPdf(info, document, (page) => {
    drawParties(page, document);
    drawTable(page, document);
  });
}

const COLUMN_GAP = 24;

function drawParties(page: PdfPage, { parties }: InvoiceDocument): void {
  const width = (CONTENT_WIDTH - COLUMN_GAP) / parties.length;
  const heights = parties.map(({ label, name, nameInPdf, lines }, at) =>
    page.drawBeside(() => {
      const left = MARGIN + at * (width + COLUMN_GAP);
      const capitals = [textInFace('wide', label.toUpperCase(), 8)];
      page.addElement(
        'P',
        () => page.drawLines(capitals, { size: 8, colour: COLOURS.soft, left }),
        { actual: label },
      );
      page.moveDown(13);
      for (const line of [hasDrawableLetter(name) ? name : nameInPdf, ...lines])
        writeParagraph(page, line, { size: 10.5, left, width });
    }),
  );
  page.moveDown(Math.max(...heights) + 16);
}
