import PDFDocument from 'pdfkit';
import type { InvoiceDocument } from '#contract/invoice-document.ts';
import { LOCALE } from '#domain/format/locale.ts';
import { LOGO_PATH, LOGO_SIZE } from '#domain/logo.ts';
import { commonMessages } from '#messages/common.ts';
import { getFace } from '../../typefaces/faces.ts';
import { breakLines } from './text-lines.ts';
import {
  COLOURS,
  drawRule,
  heightOf,
  textInFace,
  MARGIN,
  openPdfPage,
  type PdfPage,
  CONTENT_WIDTH,
  writeParagraph,
} from './pdf-page.ts';

/** Of the longest note. */
const NOTE_ROOM = 45;

interface DocumentInfo {
  title: string;
  author: string;
  /** `2026-11-21` */
  date: string;
}
type DocumentText = Pick<InvoiceDocument, 'title' | 'numberAndDate' | 'facts' | 'notes'>;

/** Tagged A4 pages (PDF/UA); the same content always gives the same bytes. */
export function createPdf(
  info: DocumentInfo,
  { title, numberAndDate, facts, notes }: DocumentText,
  drawContent: (page: PdfPage) => void,
): Promise<Uint8Array> {
  const page = openPdfPage(new PDFDocument(optionsFor(info)));
  drawHead(page, title, numberAndDate);
  drawContent(page);
  page.moveDown(14);
  for (const fact of facts) drawFact(page, fact);
  page.moveDown(8);
  for (const note of notes) {
    page.ensureRoom(NOTE_ROOM);
    writeParagraph(page, note, { size: 9.5, colour: COLOURS.soft });
    page.moveDown(4);
  }
  return page.close();
}

// PDFKit's types lack parsed fonts and PDF/UA.
const optionsFor = ({ title, author, date }: DocumentInfo): object => ({
  size: 'A4',
  margin: MARGIN,
  pdfVersion: '1.7',
  subset: 'PDF/UA',
  tagged: true,
  lang: LOCALE,
  displayTitle: true,
  font: getFace('noto-sans').font,
  info: { Title: title, Author: author, CreationDate: new Date(`${date}T00:00:00Z`) },
});

const LOGO_WIDTH = 22;
const TITLE_SIZE = 28;
const BRAND_SIZE = 24;

function drawHead(page: PdfPage, title: string, numberAndDate: string): void {
  const brand = textInFace('tall', commonMessages.brand, BRAND_SIZE);
  const left = MARGIN + CONTENT_WIDTH - brand.width;
  const { y } = page;
  page.addArtifact((doc) => {
    doc.save().translate(left - LOGO_WIDTH - 6, y + TITLE_SIZE - BRAND_SIZE + 2);
    doc
      .scale(LOGO_WIDTH / LOGO_SIZE)
      .path(LOGO_PATH)
      .fill(COLOURS.accent, 'even-odd')
      .restore();
  });
  page.addElement('H1', () =>
    page.drawLines([textInFace('tall', title, TITLE_SIZE)], { size: TITLE_SIZE }),
  );
  page.moveDown(TITLE_SIZE - BRAND_SIZE);
  page.addElement('P', () =>
    page.drawLines([brand], { size: BRAND_SIZE, colour: COLOURS.accent, left }),
  );
  page.moveDown(30);
  writeParagraph(page, numberAndDate, { size: 10.5, colour: COLOURS.soft });
  page.moveDown(8);
  drawRule(page, 1.5, COLOURS.ink);
  page.moveDown(14);
}

const FACT_SIZE = 10;
const FACT_LABEL_WIDTH = 110;

export function drawFact(page: PdfPage, [label, value]: InvoiceDocument['facts'][number]): void {
  const lines = breakLines([value], FACT_SIZE, CONTENT_WIDTH - FACT_LABEL_WIDTH);
  page.ensureRoom(heightOf(lines, FACT_SIZE));
  page.addElement('P', () => {
    page.drawLines(breakLines([label], FACT_SIZE, FACT_LABEL_WIDTH), {
      size: FACT_SIZE,
      colour: COLOURS.soft,
    });
    page.drawLines(lines, { size: FACT_SIZE, left: MARGIN + FACT_LABEL_WIDTH });
  });
  page.moveDown(heightOf(lines, FACT_SIZE) + 2);
}
