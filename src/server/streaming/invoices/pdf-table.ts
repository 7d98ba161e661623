import type { Paper, Row } from '#contract/paper.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';
import { type Line, toLines } from './lines.ts';
import { isDrawable } from '../../typefaces/runs.ts';
import { COLOURS, drawRule, heightOf, inFace, MARGIN, type Sheet, type TextStyle, WIDTH } from './sheet.ts';

const AMOUNT_WIDTH = 110;
const LABEL_WIDTH = WIDTH - AMOUNT_WIDTH;
const BODY = 11;
const SMALL = 9.5;
const TOTAL = 20;

/** The lines of a paper with their amounts at the right, and the total under them. */
export function drawTable(sheet: Sheet, { rows, total }: Paper): void {
  sheet.inside('Table', () => {
    drawHeads(sheet);
    for (const row of rows) drawRow(sheet, row);
    drawTotal(sheet, total);
  });
}

function drawHeads(sheet: Sheet): void {
  const style = { size: SMALL, colour: COLOURS.soft };
  sheet.inside('TR', () => {
    cell(sheet, 'TH', toLines([text.description], SMALL, LABEL_WIDTH), style, 'Column');
    cell(sheet, 'TH', toLines([text.amount], SMALL, AMOUNT_WIDTH), atRight(style), 'Column');
  });
  sheet.down(18);
}

function drawRow(sheet: Sheet, row: Row): void {
  const { label, notes } = wordsOf(row);
  const main = toLines(label, BODY, LABEL_WIDTH);
  const small = notes.flatMap((note) => toLines([note], SMALL, LABEL_WIDTH));
  drawRule(sheet, 0.75, COLOURS.line);
  sheet.down(7);
  sheet.inside('TR', () => {
    const drawLabel = () => {
      sheet.lay(main, { size: BODY });
      sheet.down(heightOf(main, BODY));
      sheet.lay(small, { size: SMALL, colour: COLOURS.soft });
    };
    sheet.beside(() => sheet.element('TH', drawLabel, { scope: 'Row' }));
    cell(sheet, 'TD', toLines([row.amount], BODY, AMOUNT_WIDTH), atRight({ size: BODY }));
  });
  sheet.down(heightOf(main, BODY) + heightOf(small, SMALL) + 6);
}

function drawTotal(sheet: Sheet, { label, amount }: Paper['total']): void {
  drawRule(sheet, 1.5, COLOURS.ink);
  sheet.down(19);
  sheet.inside('TR', () => {
    cell(sheet, 'TH', toLines([label], BODY, LABEL_WIDTH), { size: BODY }, 'Row');
    // Up to where the large figures stand on the label's line.
    sheet.down(BODY - TOTAL);
    cell(sheet, 'TD', [inFace('tall', amount, TOTAL)], atRight({ size: TOTAL }));
  });
  sheet.down(31);
}

/** Ends at the right margin, whatever its width. */
const atRight =
  (style: TextStyle) =>
  ([line]: Line[]): TextStyle => ({ ...style, left: MARGIN + WIDTH - line!.width });

function cell(
  sheet: Sheet,
  tag: 'TH' | 'TD',
  lines: Line[],
  style: TextStyle | ((lines: Line[]) => TextStyle),
  scope?: 'Row' | 'Column',
): void {
  const placed = typeof style === 'function' ? style(lines) : style;
  sheet.element(tag, () => sheet.lay(lines, placed), scope ? { scope } : {});
}

/** The label in pieces, the film's own name apart; or with its English name, where no face has its letters. */
function wordsOf({ label, film, note }: Row): { label: string[]; notes: string[] } {
  const notes = note ? [note] : [];
  if (!film) return { label: [label], notes };
  const at = label.indexOf(film.name);
  const around = (name: string) => [label.slice(0, at), name, label.slice(at + film.name.length)];
  if (!isDrawable(film.name)) return { label: around(film.nameEn ?? text.filmNotDrawn), notes };
  return { label: around(film.name), notes: film.nameEn ? [film.nameEn, ...notes] : notes };
}
