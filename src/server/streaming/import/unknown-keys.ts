import { nearestName } from '#domain/nearest-name.ts';
import { SECTIONS, type SectionName } from './report.ts';
import { ROW_KEYS } from './rows.ts';
import type { SourceRow } from './source-row.ts';

const MAX_SHOWN_KEYS = 8;

/**
 * Names the keys of a JSON file that the import ignores: a misspelt key would silently lose its
 * values.
 */
export function unknownKeyNotes(
  content: unknown,
  sections: Partial<Record<SectionName, SourceRow[]>>,
): string[] {
  const ofFile = Array.isArray(content) ? [] : Object.keys(content as object);
  return [
    ...noteOf('The file', new Set(ofFile), SECTIONS),
    ...SECTIONS.flatMap((name) => noteOf(name, keysOfRows(sections[name]), ROW_KEYS[name])),
  ];
}

const keysOfRows = (rows: SourceRow[] = []): Set<string> =>
  new Set(rows.flatMap(({ row }) => (isObject(row) ? Object.keys(row) : [])));

const isObject = (row: unknown): row is object =>
  typeof row === 'object' && row !== null && !Array.isArray(row);

function noteOf(where: string, present: Set<string>, known: readonly string[]): string[] {
  const unknown = [...present].filter((key) => !known.includes(key));
  if (!unknown.length) return [];
  const unused = known.filter((key) => !present.has(key));
  const shown = unknown.slice(0, MAX_SHOWN_KEYS).map((key) => {
    const nearest = nearestName(key, unused);
    return `"${key.slice(0, 40)}"${nearest ? ` (did you mean "${nearest}"?)` : ''}`;
  });
  const ellipsis = unknown.length > shown.length ? ' …' : '';
  return [`${where}: these keys are not known and are ignored: ${shown.join(', ')}${ellipsis}`];
}
