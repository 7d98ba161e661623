import { readFile } from 'node:fs/promises';
import { ImportError } from './errors.ts';
import { readCsv } from './csv.ts';
import { SECTIONS, type SectionName } from './report.ts';

/** A row as the file has it, and where it stands there. */
export interface SourceRow {
  at: string;
  row: unknown;
  /** What is wrong with it already. */
  problem?: string;
}

export type Source = Partial<Record<SectionName, SourceRow[]>>;

/** Reads a catalogue file: JSON, or CSV by its ending. Throws ImportError. */
export async function readSource(file: string): Promise<Source> {
  const text = await readText(file);
  if (file.toLowerCase().endsWith('.csv')) return { movies: readCsv(file, text) };
  return sectionsOf(file, parse(file, text));
}

async function readText(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new ImportError(`There is no file ${file}`);
    throw new ImportError(`${file} cannot be read: ${code === 'EISDIR' ? 'it is a folder' : message}`);
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportError(`${file} is not JSON: ${text.trim() ? (error as Error).message : 'it is empty'}`);
  }
}

function sectionsOf(file: string, content: unknown): Source {
  if (Array.isArray(content)) return { movies: numbered(content) };
  if (typeof content !== 'object' || content === null)
    throw new ImportError(`${file} is not a catalogue: it holds no object and no list`);
  const given = SECTIONS.filter((name) => (content as Source)[name] !== undefined);
  if (!given.length) throw new ImportError(`${file} is not a catalogue: it has none of ${SECTIONS.join(', ')}`);
  return Object.fromEntries(
    given.map((name) => [name, sectionRows(file, name, (content as Record<string, unknown>)[name])]),
  );
}

function sectionRows(file: string, name: SectionName, section: unknown): SourceRow[] {
  if (name === 'pages' && typeof section === 'object' && section !== null && !Array.isArray(section)) {
    return Object.entries(section).map(([page, pageContent]) => ({
      at: 'page',
      row: { name: page, pageContent: pageContent as unknown },
    }));
  }
  if (name === 'pages')
    throw new ImportError(`${file} cannot be used: "pages" must be an object of texts by page name`);
  if (!Array.isArray(section)) throw new ImportError(`${file} cannot be used: "${name}" must be a list`);
  return numbered(section);
}

const numbered = (rows: unknown[]): SourceRow[] => rows.map((row, index) => ({ at: `entry ${index + 1}`, row }));
