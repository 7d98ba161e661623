import { parse } from 'csv-parse/sync';
import { firstOf } from '#domain/existing.ts';
import { decodeUnicode, decodeWindows1252 } from '../../text-encoding.ts';
import { ImportError } from './errors.ts';
import type { CountColumns, Records } from './records.ts';
import { MAX_ROWS_ABOVE_DATA } from './table.ts';

const SEPARATORS = [',', ';', '\t'];

/** Throws ImportError. */
export function readCsv(file: string, bytes: Buffer, countColumns: CountColumns): Records {
  const { text, notes } = decodeCsv(file, bytes);
  const { separator, table, firstRow } = readSeparator(text, countColumns);
  return { records: parseRecords(file, table, separator), firstRow, notes };
}

function decodeCsv(file: string, bytes: Buffer): { text: string; notes: string[] } {
  const unicode = decodeUnicode(bytes);
  if (unicode !== null) return { text: unicode, notes: [] };
  const text = decodeWindows1252(bytes);
  if (text === null)
    throw new ImportError(
      `The encoding of ${file} is not known: save the file as "CSV UTF-8" and import it again`,
    );
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

function readSeparator(
  text: string,
  countColumns: CountColumns,
): { separator: string; table: string; firstRow: number } {
  const line = SEPARATOR_LINE.exec(text);
  const separator = line?.groups?.['separator'];
  if (!line || !separator)
    return { separator: separatorOf(text, countColumns), table: text, firstRow: 1 };
  return { separator, table: text.slice(line[0].length), firstRow: 2 };
}

/**
 * The separator that finds the most field names in a line; else the most frequent one of the first
 * line.
 */
function separatorOf(text: string, countColumns: CountColumns): string {
  const lines = text.split(/\r\n|\n|\r/, MAX_ROWS_ABOVE_DATA);
  const cellsOf = (line: string, separator: string) =>
    line.split(separator).map((cell) => cell.replaceAll('"', '').trim());
  const columnsOf = (separator: string) =>
    Math.max(...lines.map((line) => countColumns(cellsOf(line, separator))));
  const cellCountOf = (separator: string) => cellsOf(lines[0] ?? '', separator).length;
  return firstOf(
    SEPARATORS.toSorted((a, b) => columnsOf(b) - columnsOf(a) || cellCountOf(b) - cellCountOf(a)),
  );
}
