import {
  COLOURS,
  CONTENT_WIDTH,
  drawRule,
  heightOf,
  MARGIN,
  type PdfPage,
} from '../invoices/pdf-page.ts';
import { breakLines, type Line } from '../invoices/text-lines.ts';
import type { EvidenceTable } from './evidence-section.ts';

const SIZE = 8.5;
const CELL_GAP = 8;
const ROW_GAP = 4;

/** A row is never divided between two pages, and each page has the heads. */
export function drawTable(page: PdfPage, { heads, widths, rows }: EvidenceTable): void {
  const drawHeads = () => drawRow({ page, cells: [...heads], widths, tag: 'TH' });
  page.addGroup('Table', () => {
    drawHeads();
    for (const cells of rows) {
      const hasNewPage = page.ensureRoom(heightOfRow(cells, widths));
      if (hasNewPage) drawHeads();
      drawRow({ page, cells, widths, tag: 'TD' });
    }
  });
}

const linesOf = (cells: string[], widths: readonly number[]): Line[][] =>
  cells.map((cell, at) => breakLines([cell], SIZE, CONTENT_WIDTH * widths[at]! - CELL_GAP));

const highest = (cells: Line[][]): number =>
  Math.max(...cells.map((lines) => heightOf(lines, SIZE)));
const heightOfRow = (cells: string[], widths: readonly number[]): number =>
  highest(linesOf(cells, widths)) + ROW_GAP;

function drawRow({
  page,
  cells,
  widths,
  tag,
}: {
  page: PdfPage;
  cells: string[];
  widths: readonly number[];
  tag: 'TH' | 'TD';
}): void {
  const texts = linesOf(cells, widths);
  drawRule(page, 0.75, COLOURS.line);
  page.moveDown(ROW_GAP / 2);
  page.addGroup('TR', () => {
    let left = MARGIN;
    for (const [at, lines] of texts.entries()) {
      const style = { size: SIZE, left, colour: tag === 'TH' ? COLOURS.soft : undefined };
      page.addElement(
        tag,
        () => page.drawLines(lines, style),
        tag === 'TH' ? { scope: 'Column' } : {},
      );
      left += CONTENT_WIDTH * widths[at]!;
    }
  });
  page.moveDown(highest(texts) + ROW_GAP / 2);
}
