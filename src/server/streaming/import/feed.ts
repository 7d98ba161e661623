import { XMLParser } from 'fast-xml-parser';
import { ImportError } from './errors.ts';
import { ELEMENT_TEXT, type Mapping, mapRecord } from './mapping.ts';
import type { SourceRow } from './source-row.ts';

const MAX_FEED_SIZE = 50_000_000;
const MAX_DEPTH = 50;
/**
 * Throws ImportError. A document type could define entities and name files, and no feed needs one.
 */
export function parseXml(file: string, text: string): unknown {
  if (text.length > MAX_FEED_SIZE)
    throw new ImportError(`${file} has more than ${MAX_FEED_SIZE / 1_000_000} MB: split it`);
  if (/<!DOCTYPE/i.test(text))
    throw new ImportError(`${file} has a document type (<!DOCTYPE …>): remove it`);
  try {
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      textNodeName: ELEMENT_TEXT,
      parseTagValue: false,
      parseAttributeValue: false,
      maxNestedTags: MAX_DEPTH,
    });
    return parser.parse(text, true);
  } catch (error) {
    throw new ImportError(`${file} is not XML that can be read: ${(error as Error).message}`);
  }
}

/** Makes films of the records that a mapping names. Throws ImportError. */
export function readFeed(file: string, content: unknown, mapping: Mapping): SourceRow[] {
  const records = mapping.rows === undefined ? [content].flat() : select(content, mapping.rows);
  const films = records.filter((record) => typeof record === 'object' && record !== null);
  if (!films.length)
    throw new ImportError(
      `${file} has no films at "${mapping.rows ?? ''}". Its parts are ${Object.keys(
        content as object,
      )
        .slice(0, 8)
        .join(', ')}`,
    );
  return films.map((record, index) => ({
    at: `entry ${index + 1}`,
    row: mapRecord(mapping, record, select),
  }));
}

/**
 * `content/videos/url`; `media:content/@duration` is an attribute, `.` the record itself. Lists on
 * the way are followed.
 */
const select = (record: unknown, path: string): unknown[] =>
  path
    .split('/')
    .filter((name) => name !== '.')
    .reduce<unknown[]>(
      (values, name) => values.flatMap((value) => partOf(value, name)),
      [record].flat(),
    );

function partOf(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return [(value as Record<string, unknown>)[name]].flat();
}
