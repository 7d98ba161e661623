const UNNAMED = 'movie';

/**
 * A film's name as part of a file's: `kadaisi_mazhai`. Lower case, runs of anything but letters, marks and digits become one underscore.
 * Chosen: letters of every script count as alphanumeric, and none stands at either end, as in a film's address (slug.ts).
 */
const nameInFile = (movieName: string | null | undefined): string =>
  (movieName ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '') || UNNAMED;

/** The file that a film's orders are exported to: `kadaisi_mazhai_orders.csv`; `movie_orders.csv` without a name (Spec §9). */
export const exportFileName = (movieName?: string | null): string => `${nameInFile(movieName)}_orders.csv`;

/** The file of a film's statement for a month (`2026-11`): `kadaisi_mazhai_statement_2026-11.pdf`. */
export const statementFileName = (movieName: string | null | undefined, month: string, ending: 'pdf' | 'csv'): string =>
  `${nameInFile(movieName)}_statement_${month}.${ending}`;

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export type Cell = string | number | null;

/** A line of a CSV file (RFC 4180). Numbers stay numbers; text is quoted, and harmless to a spreadsheet. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

export const csvCell = (cell: Cell): string => {
  if (cell === null) return '';
  return typeof cell === 'number' ? String(cell) : `"${withoutFormula(cell).replaceAll('"', '""')}"`;
};

/** What makes a spreadsheet run a cell, in half width and full; behind spaces, quotes and invisible signs too. */
const FORMULA = /^[\s"'\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** A spreadsheet that separates by semicolons or tabs begins a new cell here, whatever the quotes say. */
const FORMULA_INSIDE = /([;\t\r\n][\s"'\p{Cf}\p{Cc}]*)(?=[=+\-@＝＋－＠])/gu;

/**
 * Text that no spreadsheet takes for a formula (OWASP, CSV Injection): an apostrophe goes before what would begin one.
 * Chosen: the apostrophe may be read where a program shows it; a changed sign would be worse than a sign too many.
 */
const withoutFormula = (text: string): string =>
  (FORMULA.test(text) ? `'${text}` : text).replace(FORMULA_INSIDE, "$1'");
