import { parse } from 'csv-parse/sync';
import { parseCredit } from '#domain/crew.ts';
import { nearestName } from '#domain/nearest-name.ts';
import { decodeUnicode, decodeWindows1252 } from '../../text-encoding.ts';
import { ImportError } from './errors.ts';
import { MovieRow } from './rows.ts';
import type { SourceRow } from './source-row.ts';

const SEPARATORS = [',', ';', '\t'];
const LIST_SEPARATOR = '|';

const COLUMNS = [...Object.keys(MovieRow.shape), 'lockup'];
const NUMBERS = ['runningTime', 'ageRating', 'ticketRate'];
const REQUIRED = Object.entries(MovieRow.shape)
  .filter(([, schema]) => !schema.safeParse(undefined).success)
  .map(([name]) => name);

interface CsvFile {
  rows: SourceRow[];
  notes: string[];
}

/** Expects a header row of field names, and lists separated by `|`. Throws ImportError. */
export function readCsv(file: string, bytes: Buffer): CsvFile {
  const { text, notes } = decodeCsv(file, bytes);
  const { separator, table, firstRow } = readSeparator(text);
  const [header, ...records] = parseRecords(file, table, separator);
  if (!header) throw new ImportError(`${file} is empty`);
  const names = withoutEmptyEnd(header, 0);
  checkColumns(file, names);
  const rows = records.flatMap((record, index) => {
    const fields = withoutEmptyEnd(record, names.length);
    if (fields.every((field) => field === '')) return [];
    return [
      {
        at: `row ${firstRow + index + 1}`,
        row: Object.fromEntries(names.map((name, column) => [name, valueOf(name, fields[column] ?? '')])),
        ...(fields.length === names.length
          ? {}
          : { problem: `it has ${fields.length} fields where the first row has ${names.length}` }),
      },
    ];
  });
  return { rows, notes };
}

/** Patterns that do not occur in Windows-1252 text: each shows another encoding. */
const NOT_WINDOWS_1252 = [
  // Unassigned codes: truncated UTF-16 and code pages of other scripts.
  /[\0\u0081\u008D\u008F\u0090\u009D]/,
  // Three accented letters in a row: Cyrillic or Greek code pages.
  /[À-ÿ]{3}/,
  // `Ž` after a small letter: `é` of old Macs.
  /\p{Ll}Ž/u,
  // `Ã©`, `â€™`, `à®ª`: UTF-8 with a broken character.
  /Ã[^\0-\x7FÀ-ÿ]|[àâ][^\0-\x7FÀ-ÿ]{2}/,
];

function decodeCsv(file: string, bytes: Buffer): { text: string; notes: string[] } {
  const unicode = decodeUnicode(bytes);
  if (unicode !== null) return { text: unicode, notes: [] };
  const text = decodeWindows1252(bytes);
  if (NOT_WINDOWS_1252.some((pattern) => pattern.test(text)))
    throw new ImportError(`The encoding of ${file} is not known: save the file as "CSV UTF-8" and import it again`);
  const note = `${file} was read as Windows-1252. If names with accents look wrong, save the file as "CSV UTF-8" and import it again.`;
  return { text, notes: [note] };
}

function parseRecords(file: string, text: string, delimiter: string): string[][] {
  try {
    return parse(text, { delimiter, trim: true, relax_column_count: true });
  } catch (error) {
    throw new ImportError(`${file} is not CSV: ${(error as Error).message}`);
  }
}

/** The line `sep=;` of Excel, which names the separator. */
const SEPARATOR_LINE = /^"?sep=(?<separator>[,;\t])"?[,;\t]*(?:\r\n|\n|\r)/i;

/** `firstRow`: the row of the header, as spreadsheets count. */
function readSeparator(text: string): { separator: string; table: string; firstRow: number } {
  const line = SEPARATOR_LINE.exec(text);
  if (!line) return { separator: separatorOf(text), table: text, firstRow: 1 };
  return { separator: line.groups!['separator']!, table: text.slice(line[0].length), firstRow: 2 };
}

function separatorOf(text: string): string {
  const header = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const countOf = (separator: string) => header.split(separator).length;
  return SEPARATORS.toSorted((a, b) => countOf(b) - countOf(a))[0]!;
}

/** Spreadsheets pad rows to the widest row. */
function withoutEmptyEnd(fields: string[], minLength: number): string[] {
  const lastFilled = fields.findLastIndex((field) => field !== '');
  return fields.length > minLength ? fields.slice(0, Math.max(minLength, lastFilled + 1)) : fields;
}

const MAX_SENTENCES = 10;

/** Rejects unknown columns: a misspelt name would silently lose its values. */
function checkColumns(file: string, names: string[]) {
  const unknown = names.filter((name) => !COLUMNS.includes(name));
  const unused = COLUMNS.filter((name) => !names.includes(name));
  const nearest = unknown.map((name) => nearestName(name, unused));
  if (unknown.length === names.length && nearest.every((name) => name === null))
    throw new ImportError(
      `${file} is not a catalogue: its first line must list the column names, separated by commas, semicolons or tabs. The columns are ${COLUMNS.join(', ')}`,
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

function valueOf(name: string, text: string): unknown {
  if (text === '') return undefined;
  if (NUMBERS.includes(name)) return numberOf(text);
  if (name === 'genres') return splitList(text);
  if (name === 'cast') return splitList(text).map(parseCredit);
  return text;
}

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/**
 * Accepts `99,50` too, as spreadsheets in many countries write it. Other text is returned and rejected by the schema, also what
 * JavaScript takes for a number: `0x1F`, `1e3`.
 */
function numberOf(text: string): number | string {
  const decimal = text.replace(/^(\d+),(\d{1,2})$/, '$1.$2');
  return DECIMAL.test(decimal) ? Number(decimal) : text;
}

const splitList = (text: string) =>
  text
    .split(LIST_SEPARATOR)
    .map((each) => each.trim())
    .filter(Boolean);
