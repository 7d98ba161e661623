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
const BODY_SIZE = 11;
const SMALL_SIZE = 9.5;
const TOTAL_SIZE = 20;

export function drawTable(page: PdfPage, { rows, total }: InvoiceDocument): void {
  page.addGroup('Table', () => {
    drawHeader(page);
    for (const row of rows) drawRow(page, row);
    drawTotal(page, total);
  });
}

function drawHeader(page: PdfPage): void {
  const style = { size: SMALL_SIZE, colour: COLOURS.soft };
  page.addGroup('TR', () => {
    drawCell({
      page,
      tag: 'TH',
      lines: breakLines([text.description], SMALL_SIZE, LABEL_WIDTH),
      style,
      scope: 'Column',
    });
    drawCell({
      page,
      tag: 'TH',
      lines: breakLines([text.amount], SMALL_SIZE, AMOUNT_WIDTH),
      style: alignRight(style),
      scope: 'Column',
    });
  });
  page.moveDown(18);
}

function drawRow(page: PdfPage, row: DocumentRow): void {
  const { label, notes } = labelParts(row);
  const main = breakLines(label, BODY_SIZE, LABEL_WIDTH);
  const small = notes.flatMap((note) => breakLines([note], SMALL_SIZE, LABEL_WIDTH));
  drawRule(page, 0.75, COLOURS.line);
  page.moveDown(7);
  page.addGroup('TR', () => {
    const drawLabel = () => {
      page.drawLines(main, { size: BODY_SIZE });
      page.moveDown(heightOf(main, BODY_SIZE));
      page.drawLines(small, { size: SMALL_SIZE, colour: COLOURS.soft });
    };
    page.drawBeside(() => page.addElement('TH', drawLabel, { scope: 'Row' }));
    drawCell({
      page,
      tag: 'TD',
      lines: breakLines([row.amount], BODY_SIZE, AMOUNT_WIDTH),
      style: alignRight({ size: BODY_SIZE }),
    });
  });
  page.moveDown(heightOf(main, BODY_SIZE) + heightOf(small, SMALL_SIZE) + 6);
}

function drawTotal(page: PdfPage, { label, amount }: InvoiceDocument['total']): void {
  drawRule(page, 1.5, COLOURS.ink);
  page.moveDown(19);
  page.addGroup('TR', () => {
    drawCell({
      page,
      tag: 'TH',
      lines: breakLines([label], BODY_SIZE, LABEL_WIDTH),
      style: { size: BODY_SIZE },
      scope: 'Row',
    });
    page.moveDown(BODY_SIZE - TOTAL_SIZE);
    drawCell({
      page,
      tag: 'TD',
      lines: [textInFace('tall', amount, TOTAL_SIZE)],
      style: alignRight({ size: TOTAL_SIZE }),
    });
  });
  page.moveDown(31);
}

const alignRight =
  (style: TextStyle) =>
  ([line]: Line[]): TextStyle => ({ ...style, left: MARGIN + CONTENT_WIDTH - line!.width });

function drawCell({
  page,
  tag,
  lines,
  style,
  scope,
}: {
  page: PdfPage;
  tag: 'TH' | 'TD';
  lines: Line[];
  style: TextStyle | ((lines: Line[]) => TextStyle);
  scope?: 'Row' | 'Column';
}): void {
  const placed = typeof style === 'function' ? style(lines) : style;
  page.addElement(tag, () => page.drawLines(lines, placed), scope ? { scope } : {});
}

/**
 * Splits the label around the film's name. Uses the English name when no typeface has the letters.
 */
function labelParts({ label, film, note }: DocumentRow): { label: string[]; notes: string[] } {
  const notes = note ? [note] : [];
  if (!film) return { label: [label], notes };
  const at = label.indexOf(film.name);
  const splitAround = (name: string) => [
    label.slice(0, at),
    name,
    label.slice(at + film.name.length),
  ];
  if (!isDrawable(film.name))
    return { label: splitAround(film.nameEn ?? text.unprintableFilmName), notes };
  return { label: splitAround(film.name), notes: film.nameEn ? [film.nameEn, ...notes] : notes };
}
