import { nearestName } from '#domain/nearest-name.ts';
import { ImportError } from './errors.ts';
import { type Mapping, mapRecord } from './mapping.ts';
import type { CountColumns, Records } from './records.ts';
import { REQUIRED_MOVIE_FIELDS, ROW_KEYS } from './rows.ts';
import { readSheetValue } from './sheet-values.ts';
import type { SourceRow } from './source-row.ts';

/** What the columns of a table mean. */
export interface TableLayout {
  /** Known headings. */
  columns: string[];
  /** Throws ImportError if the headings of the table do not suffice. */
  checkHeadings: (names: string[]) => void;
  rowOf: (cells: Record<string, string>) => unknown;
}

/** The headings are the names of the fields. */
export const FIELD_LAYOUT: TableLayout = {
  columns: ROW_KEYS.movies,
  checkHeadings: checkFieldNames,
  rowOf: (cells) =>
    Object.fromEntries(
      Object.entries(cells).map(([name, text]) => [name, readSheetValue(name, text)]),
    ),
};

/** The mapping says which headings are which fields. Other columns are ignored. */
export function mappedLayout(file: string, mapping: Mapping): TableLayout {
  const headings = Object.entries(mapping.fields).flatMap(([field, source]) =>
    'value' in source
      ? []
      : [
          {
            field,
            from: source.from.map(oneLine),
            isOptional: 'default' in source && source.default !== undefined,
          },
        ],
  );
  return {
    columns: headings.flatMap(({ from }) => from),
    checkHeadings: (names) => {
      const missing = headings.filter(
        ({ from, isOptional }) => !isOptional && !from.some((name) => names.includes(name)),
      );
      if (missing.length)
        throw new ImportError(
          `${file} lacks columns that the mapping names: ${missing.map(({ from }) => `"${from.join('" or "')}"`).join(', ')}`,
        );
    },
    rowOf: (cells) => mapRecord(mapping, cells, (_, heading) => [cells[oneLine(heading)]]),
  };
}

export const countColumnsOf =
  ({ columns }: TableLayout): CountColumns =>
  (cells) =>
    new Set(cells.map(oneLine).filter((cell) => columns.includes(cell))).size;

/** Headings may have line breaks. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface Table {
  rows: SourceRow[];
  notes: string[];
}

/** Expects a row of headings. Rows above it are skipped. Throws ImportError. */
export function readTable(
  file: string,
  { records, firstRow, notes }: Records,
  layout: TableLayout,
): Table {
  if (records.every((record) => record.every((cell) => cell === '')))
    throw new ImportError(`${file} is empty`);
  const { names, position } = findHeadings(records, countColumnsOf(layout));
  if (
    !countColumnsOf(layout)(names) &&
    names.every((name) => nearestName(name, layout.columns) === null)
  )
    throw new ImportError(
      `${file} is not a catalogue: no row has the names of the columns. ${likelyHeadings(records, firstRow)}. The columns are ${layout.columns.join(', ')}`,
    );
  layout.checkHeadings(names);
  const rows = records.slice(position + 1).flatMap((record, index) => {
    const fields = withoutEmptyEnd(record, names.length);
    if (fields.every((field) => field === '')) return [];
    return [
      {
        at: `row ${firstRow + position + 1 + index}`,
        row: layout.rowOf(
          Object.fromEntries(names.map((name, column) => [name, fields[column] ?? ''])),
        ),
        problem:
          fields.length === names.length
            ? undefined
            : `it has ${fields.length} fields where the headings have ${names.length}`,
      },
    ];
  });
  return {
    rows,
    notes: position ? [...notes, headingsNote(file, firstRow + position)] : notes,
  };
}

const headingsNote = (file: string, row: number): string =>
  `The headings of ${file} are in row ${row}. The rows above are not imported.`;

/** Titles, dates and groups of columns stand above the headings of many sheets. */
export const MAX_ROWS_ABOVE_DATA = 20;

/** The row with the most field names. If none has any, the first row. */
function findHeadings(
  records: string[][],
  countColumns: CountColumns,
): { names: string[]; position: number } {
  let best = { names: withoutEmptyEnd((records[0] ?? []).map(oneLine), 0), position: 0 };
  records.slice(0, MAX_ROWS_ABOVE_DATA).forEach((record, position) => {
    for (const cells of [record, belowGroups(records[position - 1], record)]) {
      const names = withoutEmptyEnd(cells.map(oneLine), 0);
      if (countColumns(names) > countColumns(best.names)) best = { names, position };
    }
  });
  return best;
}

/** In two rows of headings, a merged cell has its text in the upper row. */
const belowGroups = (groups: string[] = [], record: string[]): string[] =>
  Array.from(
    { length: Math.max(groups.length, record.length) },
    (_, at) => record[at] || groups[at] || '',
  );

/** Spreadsheets pad rows to the widest row. */
function withoutEmptyEnd(fields: string[], minLength: number): string[] {
  const lastFilled = fields.findLastIndex((field) => field !== '');
  return fields.length > minLength ? fields.slice(0, Math.max(minLength, lastFilled + 1)) : fields;
}

const MAX_SENTENCES = 10;

/** Rejects unknown columns: a misspelt name would silently lose its values. */
function checkFieldNames(names: string[]) {
  const unknown = names.filter((name) => !ROW_KEYS.movies.includes(name));
  const unused = ROW_KEYS.movies.filter((name) => !names.includes(name));
  const nearest = unknown.map((name) => nearestName(name, unused));
  const repeated = names.filter(
    (name, at) => names.indexOf(name) < at && ROW_KEYS.movies.includes(name),
  );
  const missing = REQUIRED_MOVIE_FIELDS.filter(
    (name) => !names.includes(name) && !nearest.includes(name),
  );
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
  const filled = records
    .slice(0, MAX_ROWS_ABOVE_DATA)
    .map((record) => record.filter((cell) => cell !== ''));
  const [headings = [], position = 0] =
    [...filled.entries()]
      .map(([at, cells]) => [cells, at] as const)
      .toSorted(([a], [b]) => b.length - a.length)[0] ?? [];
  const shown = headings.slice(0, MAX_SHOWN_HEADINGS).map((each) => `"${each.slice(0, 40)}"`);
  return `Row ${firstRow + position} looks like the headings: ${shown.join(', ')}${headings.length > shown.length ? ' …' : ''}`;
}
