import { parse } from 'csv-parse/sync';
import { parseCredit } from '#domain/crew.ts';
import { ImportError } from './errors.ts';
import type { SourceRow } from './source.ts';

const NUMBERS = ['runningTime', 'ageRating', 'ticketRate'];
const SEPARATOR = '|';

/** Films as a spreadsheet saves them: a header row of field names, lists separated by `|`. Throws ImportError. */
export function readCsv(file: string, text: string): SourceRow[] {
  const [header, ...records] = parseRecords(file, text);
  if (!header) throw new ImportError(`${file} is empty`);
  const names = header.fields;
  if (!names.includes('movieName'))
    throw new ImportError(`${file} is not a catalogue: its first line has no field movieName`);
  return records.map(({ fields, line }) => ({
    at: `line ${line}`,
    row: Object.fromEntries(names.map((name, index) => [name, valueOf(name, fields[index] ?? '')])),
    ...(fields.length === names.length
      ? {}
      : { problem: `it has ${fields.length} fields where the first line has ${names.length}` }),
  }));
}

interface CsvRecord {
  fields: string[];
  /** Where the row begins; a field may run over several lines. */
  line: number;
}

function parseRecords(file: string, text: string): CsvRecord[] {
  try {
    const options = { trim: true, skip_empty_lines: true, relax_column_count: true, info: true } as const;
    // csv-parse counts a line break of two characters within quotes as two lines.
    const parsed = parse(text.replace(/\r\n?/g, '\n'), options) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    return parsed.map(({ record, info }) => ({ fields: record, line: info.lines - breaksIn(record) }));
  } catch (error) {
    throw new ImportError(`${file} is not CSV: ${(error as Error).message}`);
  }
}

const breaksIn = (fields: string[]) => fields.join('').split('\n').length - 1;

function valueOf(name: string, text: string): unknown {
  if (text === '') return undefined;
  if (NUMBERS.includes(name)) return Number.isFinite(Number(text)) ? Number(text) : text;
  if (name === 'genres') return listOf(text);
  if (name === 'cast') return listOf(text).map(parseCredit);
  return text;
}

const listOf = (text: string) =>
  text
    .split(SEPARATOR)
    .map((each) => each.trim())
    .filter(Boolean);
