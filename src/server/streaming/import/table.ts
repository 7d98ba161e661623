import { nearestName } from '#domain/nearest-name.ts';
import { ImportError } from './errors.ts';
import { MovieRow, ROW_KEYS } from './rows.ts';
import { readSheetValue } from './sheet-values.ts';
import type { SourceRow } from './source-row.ts';

const COLUMNS = ROW_KEYS.movies;
const REQUIRED = Object.entries(MovieRow.shape)
  .filter(([, schema]) => !schema.safeParse(undefined).success)
  .map(([name]) => name);

interface Table {
  rows: SourceRow[];
  notes: string[];
}

/** Expects a row of field names. Rows above it are skipped. `firstRow` is the number of the first record. Throws ImportError. */
export function readTable(file: string, records: string[][], firstRow = 1): Table {
  if (records.every((record) => record.every((cell) => cell === ''))) throw new ImportError(`${file} is empty`);
  const { names, position } = findHeadings(records);
  checkColumns(file, records, names, firstRow);
  const rows = records.slice(position + 1).flatMap((record, index) => {
    const fields = withoutEmptyEnd(record, names.length);
    if (fields.every((field) => field === '')) return [];
    return [
      {
        at: `row ${firstRow + position + 1 + index}`,
        row: Object.fromEntries(names.map((name, column) => [name, readSheetValue(name, fields[column] ?? '')])),
        ...(fields.length === names.length
          ? {}
          : { problem: `it has ${fields.length} fields where the headings have ${names.length}` }),
      },
    ];
  });
  return { rows, notes: position ? [headingsNote(file, firstRow + position)] : [] };
}

const headingsNote = (file: string, row: number): string =>
  `The headings of ${file} are in row ${row}. The rows above are not imported.`;

/** Titles, dates and groups of columns stand above the headings of many sheets. */
export const MAX_ROWS_ABOVE_DATA = 20;

export const countColumns = (cells: string[]): number => new Set(cells.filter((cell) => COLUMNS.includes(cell))).size;

/** The row with the most field names. If none has any, the first row. */
function findHeadings(records: string[][]): { names: string[]; position: number } {
  let best = { names: withoutEmptyEnd(records[0] ?? [], 0), position: 0 };
  records.slice(0, MAX_ROWS_ABOVE_DATA).forEach((record, position) => {
    for (const cells of [record, belowGroups(records[position - 1], record)]) {
      const names = withoutEmptyEnd(cells, 0);
      if (countColumns(names) > countColumns(best.names)) best = { names, position };
    }
  });
  return best;
}

/** In two rows of headings, a merged cell has its text in the upper row. */
const belowGroups = (groups: string[] = [], record: string[]): string[] =>
  Array.from({ length: Math.max(groups.length, record.length) }, (_, at) => record[at] || groups[at] || '');

/** Spreadsheets pad rows to the widest row. */
function withoutEmptyEnd(fields: string[], minLength: number): string[] {
  const lastFilled = fields.findLastIndex((field) => field !== '');
  return fields.length > minLength ? fields.slice(0, Math.max(minLength, lastFilled + 1)) : fields;
}

const MAX_SENTENCES = 10;

/** Rejects unknown columns: a misspelt name would silently lose its values. */
function checkColumns(file: string, records: string[][], names: string[], firstRow: number) {
  const unknown = names.filter((name) => !COLUMNS.includes(name));
  const unused = COLUMNS.filter((name) => !names.includes(name));
  const nearest = unknown.map((name) => nearestName(name, unused));
  if (unknown.length === names.length && nearest.every((name) => name === null))
    throw new ImportError(
      `${file} is not a catalogue: no row has the names of the columns. ${likelyHeadings(records, firstRow)}. The columns are ${COLUMNS.join(', ')}`,
    );
  const repeated = names.filter((name, at) => names.indexOf(name) < at && COLUMNS.includes(name));
  const missing = REQUIRED.filter((name) => !names.includes(name) && !nearest.includes(name));
  const sentences = [
    ...unknown.map((name, at) =>
      nearest[at]
        ? `The column "${name}" is not known; did you mean "${nearest[at]}"?`
        : `The column "${name}" is not known; remove it.`,
    ),
    ...repeated.map((name) => `The column "${name}" appears twice; remove one.`),
    ...missing.map((name) => `The column "${name}" is missing; every film needs it.`),
  ];
  if (sentences.length) throw new ImportError(sentences.slice(0, MAX_SENTENCES).join('\n'));
}

const MAX_SHOWN_HEADINGS = 8;

/** The row with the most texts; of equal rows the first. */
function likelyHeadings(records: string[][], firstRow: number): string {
  const filled = records.slice(0, MAX_ROWS_ABOVE_DATA).map((record) => record.filter((cell) => cell !== ''));
  const [headings = [], position = 0] =
    [...filled.entries()].map(([at, cells]) => [cells, at] as const).toSorted(([a], [b]) => b.length - a.length)[0] ??
    [];
  const shown = headings.slice(0, MAX_SHOWN_HEADINGS).map((each) => `"${each.slice(0, 40)}"`);
  return `Row ${firstRow + position} looks like the headings: ${shown.join(', ')}${headings.length > shown.length ? ' …' : ''}`;
}
