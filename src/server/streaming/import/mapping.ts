import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { nearestName } from '#domain/nearest-name.ts';
import { ImportError } from './errors.ts';
import { MovieRow, REQUIRED_MOVIE_FIELDS } from './rows.ts';
import { readMinutesOfSeconds, readSheetValue, readTextOfHtml, readYear } from './sheet-values.ts';

const FORMATS = { seconds: readMinutesOfSeconds, html: readTextOfHtml, year: readYear };
const paths = z
  .union([z.string(), z.array(z.string()).min(1)])
  .transform((given) => [given].flat());

const FieldSource = z.union([
  paths.transform((from) => ({ from, values: undefined, format: undefined, default: undefined })),
  z.strictObject({ value: z.union([z.string(), z.number().transform(String)]) }),
  z.strictObject({
    from: paths,
    /** The name of the catalogue by the text of the source, for example `{ "ta": "Tamil" }`. */
    values: z.record(z.string(), z.string()).optional(),
    format: z.enum(['seconds', 'html', 'year']).optional(),
    default: z.string().optional(),
  }),
  // Only for `cast`: the paths of name and role inside of each person.
  z.strictObject({ from: paths, name: z.string(), role: z.string() }),
]);
type FieldSource = z.infer<typeof FieldSource>;

const Mapping = z.strictObject({
  /** The path of the films. Tables have none. */
  rows: z.string().optional(),
  fields: z.record(z.string(), FieldSource),
});
export type Mapping = z.infer<typeof Mapping>;

/**
 * Reads a file that says which parts of another system's catalogue are the fields of a film. Throws
 * ImportError.
 */
export async function readMapping(file: string): Promise<Mapping> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ImportError(`The mapping ${file} cannot be read: ${(error as Error).message}`);
  });
  const parsed = Mapping.safeParse(parseMappingText(file, text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ImportError(
      `The mapping ${file} cannot be used: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'it is invalid'}`,
    );
  }
  checkFields(file, parsed.data);
  return parsed.data;
}

function parseMappingText(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportError(`The mapping ${file} is not JSON: ${(error as Error).message}`);
  }
}

function checkFields(file: string, { fields }: Mapping) {
  const known = Object.keys(MovieRow.shape);
  const sentences = [
    ...Object.keys(fields)
      .filter((name) => !known.includes(name))
      .map((name) => {
        const nearest = nearestName(name, known);
        return `there is no field "${name}"${nearest ? `; did you mean "${nearest}"?` : ''}`;
      }),
    ...REQUIRED_MOVIE_FIELDS.filter((name) => !fields[name]).map(
      (name) => `the field "${name}" is missing; every film needs it`,
    ),
    ...Object.entries(fields)
      .filter(([name, source]) => 'role' in source && name !== 'cast')
      .map(([name]) => `only "cast" has "name" and "role", not "${name}"`),
  ];
  if (sentences.length)
    throw new ImportError(`The mapping ${file} cannot be used: ${sentences.join('. ')}`);
}

/** Returns all values at a path of a record of the source, in their order. */
export type Select = (record: unknown, path: string) => unknown[];

/** Makes the row of a film. */
export const mapRecord = (
  { fields }: Mapping,
  record: unknown,
  select: Select,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, source]) => [
      field,
      valueOf({ field, source, at: (path) => select(record, path), select }),
    ]),
  );

function valueOf({
  field,
  source,
  at,
  select,
}: {
  field: string;
  source: FieldSource;
  at: (path: string) => unknown[];
  select: Select;
}): unknown {
  if ('value' in source) return readSheetValue(field, source.value);
  if ('role' in source) return peopleOf(source.from.flatMap(at), source, select);
  const { from, values, format, default: fallback = '' } = source;
  const convert = (text: string) => {
    const converted = format ? FORMATS[format](text) : text;
    return values?.[converted] ?? converted;
  };
  for (const path of from) {
    const texts = at(path).map(textOf).filter(Boolean).map(convert);
    const [first] = texts;
    if (first === undefined) continue;
    return readSheetValue(
      field,
      LIST_FIELDS.includes(field) ? [...new Set(texts)].join('|') : first,
    );
  }
  return readSheetValue(field, fallback);
}

const LIST_FIELDS = ['genres', 'cast'];

const peopleOf = (
  people: unknown[],
  { name, role }: { name: string; role: string },
  select: Select,
) =>
  people.map((person) => {
    const textAt = (path: string) => select(person, path).map(textOf).find(Boolean);
    return { actorName: textAt(name), actorRole: textAt(role) };
  });

/** The key of the text of an XML element that also has attributes. */
export const ELEMENT_TEXT = '#text';

/** Empty for lists and for objects that are no XML element with a text. */
function textOf(value: unknown): string {
  const text = (value as { [ELEMENT_TEXT]?: unknown } | null)?.[ELEMENT_TEXT] ?? value;
  return ['string', 'number', 'boolean'].includes(typeof text) ? String(text).trim() : '';
}
