import { removeControls } from './plain-text.ts';

const UNNAMED = 'movie';

/** `kadaisi_mazhai`. Chosen: letters of every script count as alphanumeric, as in slug.ts. */
const fileNamePart = (movieName: string | null | undefined): string =>
  (movieName ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '') || UNNAMED;

/** `kadaisi_mazhai_orders.csv`; `movie_orders.csv` without a name (spec §9). */
export const exportFileName = (movieName?: string | null): string =>
  `${fileNamePart(movieName)}_orders.csv`;

/** `kadaisi_mazhai_sources.csv` */
export const sourcesFileName = (movieName?: string | null): string =>
  `${fileNamePart(movieName)}_sources.csv`;

export const statementFileName = (
  movieName: string | null | undefined,
  month: string,
  ending: 'pdf' | 'csv',
): string => `${fileNamePart(movieName)}_statement_${month}.${ending}`;

/** At the start of a file, it makes spreadsheets read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export type Cell = string | number | null;

/**
 * Writes one line (RFC 4180). Text is quoted, has no control characters and cannot run as a
 * formula. `decimals`: by cell, how many decimals its number has.
 */
export const csvRow = (
  cells: readonly Cell[],
  decimals: readonly (number | undefined)[] = [],
): string => `${cells.map((cell, at) => csvCell(cell, decimals[at])).join(',')}\r\n`;

export type CsvColumn<Row> = [head: string, cellOf: (row: Row) => Cell];

export const csvFile = <Row>(columns: CsvColumn<Row>[]) => ({
  head: BYTE_ORDER_MARK + csvRow(columns.map(([head]) => head)),
  lineOf: (row: Row) => csvRow(columns.map(([, cellOf]) => cellOf(row))),
});

export const csvCell = (cell: Cell, decimals?: number): string => {
  if (cell === null) return '';
  if (typeof cell === 'number')
    return decimals === undefined ? String(cell) : cell.toFixed(decimals);
  return `"${escapeFormula(removeControls(cell)).replaceAll('"', '""')}"`;
};

/**
 * Characters that start a formula, half or full width, also after spaces, quotes and invisible
 * characters.
 */
const FORMULA = /^[\s"'\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** Spreadsheets that split at semicolons or tabs start a new cell here, even inside quotes. */
const BLANKS = /[;\s"'\p{Cf}\p{Cc}]+([=+\-@＝＋－＠])?/gu;
const CELL_START = /[;\t\r\n]/;

// OWASP, CSV Injection. Chosen: an apostrophe that some programs show is better than a changed
// character.
const escapeFormula = (text: string): string =>
  (FORMULA.test(text) ? `'${text}` : text).replace(BLANKS, (found, sign: string | undefined) =>
    sign && CELL_START.test(found) ? `${found.slice(0, -1)}'${sign}` : found,
  );
