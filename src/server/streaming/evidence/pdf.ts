import { cinemaDay } from '#domain/fiscal-year.ts';
import { commonMessages } from '#messages/common.ts';
import { disputeEvidenceMessages as text } from '#messages/dispute-evidence.ts';
import { invoiceMessages } from '#messages/invoices.ts';
import type { Config } from '../../config/config.ts';
import { createPdf, drawFact } from '../invoices/pdf-document.ts';
import { COLOURS, CONTENT_WIDTH, heightOf, type PdfPage } from '../invoices/pdf-page.ts';
import { breakLines } from '../invoices/text-lines.ts';
import { type EvidenceDocument, type EvidenceSection, momentText } from './evidence-section.ts';
import { drawTable } from './pdf-table.ts';

export function evidencePdf(
  document: EvidenceDocument,
  supplier: Config['supplier'],
): Promise<Uint8Array> {
  const { disputeId, at, sections } = document;
  const author = supplier?.name ?? commonMessages.brand;
  const issuer: [string, string] = [invoiceMessages.supplier, author];
  return createPdf(
    { title: text.documentTitle(disputeId), author, date: cinemaDay(at) },
    {
      title: text.title,
      numberAndDate: text.numberAndDate(disputeId, momentText(at)),
      facts: [issuer],
      notes: [...text.notes],
    },
    (page) => {
      for (const section of sections) drawSection(page, section);
    },
  );
}

const TITLE_SIZE = 13;
const BODY_SIZE = 10;
/** A heading stays with the lines after it. */
const HEADING_ROOM = 70;

function drawSection(
  page: PdfPage,
  { title, texts = [], facts = [], table }: EvidenceSection,
): void {
  page.ensureRoom(HEADING_ROOM);
  page.moveDown(6);
  const lines = breakLines([title], TITLE_SIZE, Number.POSITIVE_INFINITY);
  page.addElement('H2', () => page.drawLines(lines, { size: TITLE_SIZE, colour: COLOURS.accent }));
  page.moveDown(22);
  for (const paragraph of texts) drawParagraph(page, paragraph);
  for (const [label, value] of facts) drawFact(page, [label, value]);
  if (texts.length > 0) page.moveDown(4);
  if (table) drawTable(page, table);
  page.moveDown(8);
}

/** A third of a page: a long text continues on the next one. */
const LINES_TOGETHER = 16;

function drawParagraph(page: PdfPage, paragraph: string): void {
  const lines = breakLines([paragraph], BODY_SIZE, CONTENT_WIDTH);
  for (let from = 0; from < lines.length; from += LINES_TOGETHER) {
    const part = lines.slice(from, from + LINES_TOGETHER);
    page.ensureRoom(heightOf(part, BODY_SIZE));
    page.addElement('P', () => page.drawLines(part, { size: BODY_SIZE }));
    page.moveDown(heightOf(part, BODY_SIZE));
  }
  page.moveDown(2);
}
