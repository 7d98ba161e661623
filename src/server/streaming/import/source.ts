import { readFile } from 'node:fs/promises';
import { decodeUnicode } from '../../text-encoding.ts';
import { readCsv } from './csv.ts';
import { ImportError } from './errors.ts';
import { parseXml, readFeed } from './feed.ts';
import type { Mapping } from './mapping.ts';
import { monthFirstNotes } from './month-first-dates.ts';
import { SECTIONS, type SectionName } from './report.ts';
import type { SourceRow } from './source-row.ts';
import { countColumnsOf, FIELD_LAYOUT, mappedLayout, readTable } from './table.ts';
import { unknownKeyNotes } from './unknown-keys.ts';
import { readWorkbook } from './workbook.ts';

type SourceSections = Partial<Record<SectionName, SourceRow[]>>;

interface Source {
  sections: SourceSections;
  notes: string[];
}

const TABLE_FILE = /\.(csv|tsv|txt)$/i;
const XML_FILE = /\.(xml|rss|mrss|atom)$/i;

/**
 * Reads JSON, a table of films, or with a mapping the catalogue of another system. Throws
 * ImportError.
 */
export async function readSource(file: string, mapping?: Mapping): Promise<Source> {
  const bytes = await readBytes(file);
  if (isOldWorkbook(bytes))
    throw new ImportError(`${file} is an old workbook: save it as .xlsx and import that file`);
  if (isZip(bytes) || TABLE_FILE.test(file)) {
    const layout = mapping ? mappedLayout(file, mapping) : FIELD_LAYOUT;
    const read = isZip(bytes) ? readWorkbook : readCsv;
    const { rows, notes } = readTable(
      file,
      await read(file, bytes, countColumnsOf(layout)),
      layout,
    );
    return withDateNotes({ sections: { movies: rows }, notes });
  }
  const text = decodeUnicode(bytes);
  if (text === null)
    throw new ImportError(
      `${file} is neither UTF-8 nor UTF-16: save it as UTF-8 and import it again`,
    );
  if (XML_FILE.test(file) || text.trimStart().startsWith('<?xml'))
    return readXmlFeed(file, text, mapping);
  const content = parseSource(file, text);
  if (mapping)
    return withDateNotes({ sections: { movies: readFeed(file, content, mapping) }, notes: [] });
  const sections = sectionsOf(file, content);
  return withDateNotes({ sections, notes: unknownKeyNotes(content, sections) });
}

function readXmlFeed(file: string, text: string, mapping: Mapping | undefined): Source {
  if (!mapping)
    throw new ImportError(
      `${file} is XML: name with --map a file that says which parts are the fields of a film`,
    );
  return withDateNotes({
    sections: { movies: readFeed(file, parseXml(file, text), mapping) },
    notes: [],
  });
}

const withDateNotes = ({ sections, notes }: Source): Source => ({
  sections,
  notes: [...notes, ...monthFirstNotes(Object.values(sections).flat())],
});

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new ImportError(`There is no file ${file}`);
    throw new ImportError(
      `${file} cannot be read: ${code === 'EISDIR' ? 'it is a folder' : message}`,
    );
  }
}

/** `.xlsx` and `.ods` are ZIP files; `.xls` is a compound document. */
const isZip = (bytes: Buffer) => bytes.toString('hex', 0, 4) === '504b0304';
const isOldWorkbook = (bytes: Buffer) => bytes.toString('hex', 0, 4) === 'd0cf11e0';

function parseSource(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportError(
      `${file} is not JSON: ${text.trim() ? (error as Error).message : 'it is empty'}`,
    );
  }
}

function sectionsOf(file: string, content: unknown): SourceSections {
  if (Array.isArray(content)) return { movies: numberRows(content) };
  if (typeof content !== 'object' || content === null)
    throw new ImportError(`${file} is not a catalogue: it contains neither an object nor a list`);
  const presentSections = SECTIONS.filter(
    (name) => (content as SourceSections)[name] !== undefined,
  );
  if (!presentSections.length)
    throw new ImportError(
      `${file} is not a catalogue: it has none of ${SECTIONS.join(', ')}${keysOf(Object.keys(content))}`,
    );
  return Object.fromEntries(
    presentSections.map((name) => [
      name,
      sectionRows(file, name, (content as Record<string, unknown>)[name]),
    ]),
  );
}

const MAX_SHOWN_KEYS = 8;

function keysOf(keys: string[]): string {
  if (!keys.length) return '';
  const shown = keys.slice(0, MAX_SHOWN_KEYS).map((key) => `"${key.slice(0, 40)}"`);
  return `. Its keys are ${shown.join(', ')}${keys.length > shown.length ? ' …' : ''}`;
}

function sectionRows(file: string, name: SectionName, section: unknown): SourceRow[] {
  if (
    name === 'pages' &&
    typeof section === 'object' &&
    section !== null &&
    !Array.isArray(section)
  ) {
    return Object.entries(section).map(([page, pageContent]) => ({
      at: 'page',
      row: { name: page, pageContent: pageContent as unknown },
    }));
  }
  if (name === 'pages')
    throw new ImportError(
      `${file} cannot be used: "pages" must be an object of texts by page name`,
    );
  if (!Array.isArray(section))
    throw new ImportError(`${file} cannot be used: "${name}" must be a list`);
  return numberRows(section);
}

const numberRows = (rows: unknown[]): SourceRow[] =>
  rows.map((row, index) => ({ at: `entry ${index + 1}`, row }));
