import PDFDocument from 'pdfkit';
import type { Invoice } from '#contract/invoices.ts';
import { type Paper, readPaper } from '#contract/paper.ts';
import { LOGO_PATH, LOGO_SIZE } from '#domain/logo.ts';
import { commonMessages } from '#messages/common.ts';
import { faceOf } from '../../typefaces/faces.ts';
import { toLines } from './lines.ts';
import { drawTable } from './pdf-table.ts';
import { isDrawable } from '../../typefaces/runs.ts';
import { COLOURS, drawRule, heightOf, inFace, MARGIN, openSheet, type Sheet, WIDTH, writeParagraph } from './sheet.ts';

/** The paper on A4: real text that can be copied and read aloud, and the same bytes each time. */
export function invoicePdf(invoice: Invoice): Promise<Uint8Array> {
  const paper = readPaper(invoice);
  const sheet = openSheet(new PDFDocument(optionsFor(invoice, paper.title)));
  drawHead(sheet, paper);
  drawParties(sheet, paper);
  drawTable(sheet, paper);
  sheet.down(14);
  for (const fact of paper.facts) drawFact(sheet, fact);
  sheet.down(8);
  for (const note of paper.notes) {
    writeParagraph(sheet, note, { size: 9.5, colour: COLOURS.soft });
    sheet.down(4);
  }
  return sheet.close();
}

// Its types do not know yet that a font may come parsed, nor PDF/UA.
const optionsFor = ({ invoiceNo, supplier, date }: Invoice, title: string): object => ({
  size: 'A4',
  margin: MARGIN,
  pdfVersion: '1.7',
  subset: 'PDF/UA',
  tagged: true,
  lang: 'en-IN',
  displayTitle: true,
  font: faceOf('noto-sans').font,
  info: { Title: `${title} ${invoiceNo}`, Author: supplier.name, CreationDate: new Date(`${date}T00:00:00Z`) },
});

const LOGO_WIDTH = 22;
const TITLE = 28;
const BRAND = 24;

/** What the paper is, beside the house's name and sign. */
export function drawHead(sheet: Sheet, { title, numberAndDate }: Pick<Paper, 'title' | 'numberAndDate'>): void {
  const brand = inFace('tall', commonMessages.brand, BRAND);
  const left = MARGIN + WIDTH - brand.width;
  const { y } = sheet;
  sheet.ornament((doc) => {
    doc.save().translate(left - LOGO_WIDTH - 6, y + TITLE - BRAND + 2);
    doc
      .scale(LOGO_WIDTH / LOGO_SIZE)
      .path(LOGO_PATH)
      .fill(COLOURS.act, 'even-odd')
      .restore();
  });
  sheet.element('H1', () => sheet.lay([inFace('tall', title, TITLE)], { size: TITLE }));
  sheet.down(TITLE - BRAND);
  sheet.element('P', () => sheet.lay([brand], { size: BRAND, colour: COLOURS.act, left }));
  sheet.down(30);
  writeParagraph(sheet, numberAndDate, { size: 10.5, colour: COLOURS.soft });
  sheet.down(8);
  drawRule(sheet, 1.5, COLOURS.ink);
  sheet.down(14);
}

const BETWEEN = 24;

function drawParties(sheet: Sheet, { parties }: Paper): void {
  const width = (WIDTH - BETWEEN) / parties.length;
  const heights = parties.map(({ label, name, otherName, lines }, at) =>
    sheet.beside(() => {
      const left = MARGIN + at * (width + BETWEEN);
      const capitals = [inFace('wide', label.toUpperCase(), 8)];
      sheet.element('P', () => sheet.lay(capitals, { size: 8, colour: COLOURS.soft, left }), { actual: label });
      sheet.down(13);
      for (const line of [isDrawable(name) ? name : otherName, ...lines])
        writeParagraph(sheet, line, { size: 10.5, left, width });
    }),
  );
  sheet.down(Math.max(...heights) + 16);
}

const FACT = 10;
const FACT_LABEL_WIDTH = 110;

/** A label and what it says, on a line. */
export function drawFact(sheet: Sheet, [label, value]: Paper['facts'][number]): void {
  const lines = toLines([value], FACT, WIDTH - FACT_LABEL_WIDTH);
  sheet.element('P', () => {
    sheet.lay(toLines([label], FACT, FACT_LABEL_WIDTH), { size: FACT, colour: COLOURS.soft });
    sheet.lay(lines, { size: FACT, left: MARGIN + FACT_LABEL_WIDTH });
  });
  sheet.down(heightOf(lines, FACT) + 2);
}
