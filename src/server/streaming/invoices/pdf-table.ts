import type { InvoiceDocument, DocumentRow } from '#contract/invoice-document.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';
import { type Line, breakLines } from './text-lines.ts';
import { isDrawable } from '../../typefaces/runs.ts';
import {
  COLOURS,
  drawRule,
  heightOf,
  textInFace,
  MARGIN,
  type PdfPage,
  type TextStyle,
  CONTENT_WIDTH,
} from './pdf-page.ts';

const AMOUNT_WIDTH = 110;
const LABEL_WIDTH = CONTENT_WIDTH - AMOUNT_WIDTH;
const BODY = 11;
const SMALL = 9.5;
const TOTAL = 20;

export function drawTable(page: PdfPage, { rows, total }: InvoiceDocument): void {
  page.addGroup('Table', () => {
    drawHeader(page);
    for (const row of rows) drawRow(page, row);
    drawTotal(page, total);
  });
}

function drawHeader(page: PdfPage): void {
  const style = { size: SMALL, colour: COLOURS.soft };
  page.addGroup('TR', () => {
    drawCell(page, 'TH', breakLines([text.description], SMALL, LABEL_WIDTH), style, 'Column');
    drawCell(page, 'TH', breakLines([text.amount], SMALL, AMOUNT_WIDTH), alignRight(style), 'Column');
  });
  page.moveDown(18);
}

function drawRow(page: PdfPage, row: DocumentRow): void {
  const { label, notes } = labelParts(row);
  const main = breakLines(label, BODY, LABEL_WIDTH);
  const small = notes.flatMap((note) => breakLines([note], SMALL, LABEL_WIDTH));
  drawRule(page, 0.75, COLOURS.line);
  page.moveDown(7);
  page.addGroup('TR', () => {
    const drawLabel = () => {
      page.drawLines(main, { size: BODY });
      page.moveDown(heightOf(main, BODY));
      page.drawLines(small, { size: SMALL, colour: COLOURS.soft });
    };
    page.drawBeside(() => page.addElement('TH', drawLabel, { scope: 'Row' }));
    drawCell(page, 'TD', breakLines([row.amount], BODY, AMOUNT_WIDTH), alignRight({ size: BODY }));
  });
  page.moveDown(heightOf(main, BODY) + heightOf(small, SMALL) + 6);
}

function drawTotal(page: PdfPage, { label, amount }: InvoiceDocument['total']): void {
  drawRule(page, 1.5, COLOURS.ink);
  page.moveDown(19);
  page.addGroup('TR', () => {
    drawCell(page, 'TH', breakLines([label], BODY, LABEL_WIDTH), { size: BODY }, 'Row');
    page.moveDown(BODY - TOTAL);
    drawCell(page, 'TD', [textInFace('tall', amount, TOTAL)], alignRight({ size: TOTAL }));
  });
  page.moveDown(31);
}

const alignRight =
  (style: TextStyle) =>
  ([line]: Line[]): TextStyle => ({ ...style, left: MARGIN + CONTENT_WIDTH - line!.width });

function drawCell(
  page: PdfPage,
  tag: 'TH' | 'TD',
  lines: Line[],
  style: TextStyle | ((lines: Line[]) => TextStyle),
  scope?: 'Row' | 'Column',
): void {
  const placed = typeof style === 'function' ? style(lines) : style;
  page.addElement(tag, () => page.drawLines(lines, placed), scope ? { scope } : {});
}

/** Splits the label around the film's name. Uses the English name when no typeface has the letters. */
function labelParts({ label, film, note }: DocumentRow): { label: string[]; notes: string[] } {
  const notes = note ? [note] : [];
  if (!film) return { label: [label], notes };
  const at = label.indexOf(film.name);
  const splitAround = (name: string) => [label.slice(0, at), name, label.slice(at + film.name.length)];
  if (!isDrawable(film.name)) return { label: splitAround(film.nameEn ?? text.unprintableFilm), notes };
  return { label: splitAround(film.name), notes: film.nameEn ? [film.nameEn, ...notes] : notes };
}
