import { z } from 'zod';

/** Control characters of each kind, in the forms of typed inputs: a text, a pair, an address. */
const HOSTILE = 'a\u001b]0;title\u0007\u0085b\ufeffc\u202ed\u2066e';
const HOSTILE_INPUTS = [
  HOSTILE,
  `Asha${HOSTILE}=${HOSTILE}`,
  `${HOSTILE}@example.com`,
  '\u001b[2J\u202e',
  HOSTILE.repeat(20),
];
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFEFF\u202A-\u202E\u2066-\u2069]/;

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const mayContainControls = (schema: z.ZodType): boolean =>
  HOSTILE_INPUTS.some((input) =>
    textsIn(schema.safeParse(input).data).some((text) => CONTROLS.test(text)),
  );

/** The fields whose parsed value may contain control or direction characters. `path` names the schema. */
export function uncleanedFields(schema: z.ZodType, path: string): string[] {
  const within = (inner: unknown, name = '') => uncleanedFields(inner as z.ZodType, path + name);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => within(field, `.${name}`));
  if (schema instanceof z.ZodArray) return within(schema.element, '[]');
  if (schema instanceof z.ZodRecord) return within(schema.valueType, '{}');
  if (schema instanceof z.ZodUnion)
    return [...new Set(schema.options.flatMap((option) => within(option)))];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return within(schema.unwrap());
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodObject) return within(schema.in);
  if (schema instanceof z.ZodPipe && schema.out instanceof z.ZodObject) return within(schema.out);
  return mayContainControls(schema) ? [path] : [];
}
