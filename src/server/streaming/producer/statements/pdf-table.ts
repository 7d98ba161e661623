import type { Statement } from '#contract/producer.ts';
import { firstOf } from '#domain/existing.ts';
import { displayInvoicePaise } from '#domain/format/report-money.ts';
import { displaySpaced } from '#domain/format/signed-numbers.ts';
import { STATEMENT_FIELDS, type StatementField } from '#domain/statement.ts';
import { producerFileMessages as text } from '#messages/producer-files.ts';
import { statementMessages } from '#messages/producer.ts';
import { breakLines } from '../../invoices/text-lines.ts';
import {
  COLOURS,
  drawRule,
  heightOf,
  MARGIN,
  type PdfPage,
  type TextStyle,
  CONTENT_WIDTH,
} from '../../invoices/pdf-page.ts';

const COLUMNS = ['sold', 'returned', 'total'] as const;
const COLUMN_WIDTH = 96;
const LABEL_WIDTH = CONTENT_WIDTH - COLUMNS.length * COLUMN_WIDTH;
const BODY = 11;
const SMALL = 9.5;

/** Totals of the lines above them. */
const SUMS: readonly StatementField[] = ['taxable', 'received', 'producerShare'];

export function drawStatement(page: PdfPage, statement: Statement): void {
  page.addGroup('Table', () => {
    drawRow(page, [text.amounts, ...COLUMNS.map((column) => statementMessages[column])], HEAD);
    for (const field of STATEMENT_FIELDS) {
      drawRule(
        page,
        SUMS.includes(field) ? 1.5 : 0.75,
        SUMS.includes(field) ? COLOURS.ink : COLOURS.line,
      );
      page.moveDown(6);
      const amounts = COLUMNS.map((column) => amountOf(field, statement[column][field]));
      drawRow(page, [statementMessages.lines[field], ...amounts], LINE);
    }
    drawRule(page, 1.5, COLOURS.ink);
  });
}

interface RowStyle extends TextStyle {
  tag: 'TH' | 'TD';
  scope: 'Row' | 'Column';
}
const HEAD: RowStyle = { size: SMALL, colour: COLOURS.soft, tag: 'TH', scope: 'Column' };
const LINE: RowStyle = { size: BODY, tag: 'TD', scope: 'Row' };

function drawRow(
  page: PdfPage,
  [label, ...amounts]: string[],
  { tag, scope, ...style }: RowStyle,
): void {
  const name = breakLines([label!], style.size, LABEL_WIDTH);
  page.addGroup('TR', () => {
    page.addElement('TH', () => page.drawLines(name, style), { scope });
    for (const [at, amount] of amounts.entries()) {
      const lines = breakLines([amount], style.size, COLUMN_WIDTH);
      const left = MARGIN + LABEL_WIDTH + (at + 1) * COLUMN_WIDTH - firstOf(lines).width;
      page.addElement(
        tag,
        () => page.drawLines(lines, { ...style, left }),
        tag === 'TH' ? { scope: 'Column' } : {},
      );
    }
  });
  page.moveDown(heightOf(name, style.size) + 5);
}

export const amountOf = (field: StatementField, amount: number): string =>
  field === 'tickets' ? displaySpaced(amount, 0) : displayInvoicePaise(amount);
