import type { OperationDescription } from '#contract/office.ts';
import { type FieldErrors, missingFields } from './office-action.ts';

type Field = OperationDescription['fields'][number];
/** As typed: a flag is a boolean, a list is a text with one entry in each line. */
export type FormValues = Record<string, string | boolean>;

export const textOf = (values: FormValues, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};
const entriesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function inputOf({ name, kind }: Field, values: FormValues): string | boolean | string[] | undefined {
  if (kind === 'flag') return values[name] === true || undefined;
  const typed = textOf(values, name);
  if (kind === 'list') return typed.trim() ? entriesOf(typed) : undefined;
  return typed.trim() || undefined;
}

/** Empty fields are left out. */
export function requestOf({ fields }: OperationDescription, values: FormValues) {
  const content = fields.find(({ kind }) => kind === 'content');
  const input = fields
    .filter(({ kind }) => kind !== 'content')
    .flatMap((field) => {
      const value = inputOf(field, values);
      return value === undefined ? [] : [[field.name, value] as const];
    });
  return { input: Object.fromEntries(input), ...(content && { content: textOf(values, content.name) }) };
}

export const missingInput = ({ fields }: OperationDescription, values: FormValues): FieldErrors =>
  missingFields(
    Object.fromEntries(fields.filter(({ isRequired }) => isRequired).map(({ name }) => [name, textOf(values, name)])),
  );

/** Reads the values of a form from the query of the hash: `film=night-rail&hidden=1`. */
export function valuesFromQuery({ fields }: OperationDescription, query: string): FormValues {
  const params = new URLSearchParams(query);
  return Object.fromEntries(
    fields
      .filter(({ name }) => params.has(name))
      .map(({ name, kind }) => [name, kind === 'flag' ? true : params.getAll(name).join('\n')]),
  );
}

export function queryOf({ fields }: OperationDescription, values: FormValues): string {
  const params = new URLSearchParams();
  for (const field of fields) {
    const value = inputOf(field, values);
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) params.append(field.name, each === true ? '1' : String(each));
  }
  return params.toString();
}

/** The field that continues a list. Screens have links for it instead of an input. */
const AFTER = 'after';
export const typedFields = ({ fields }: OperationDescription): Field[] => fields.filter(({ name }) => name !== AFTER);
export const withAfter = (values: FormValues, after: string): FormValues => ({ ...values, [AFTER]: after });
export const withoutAfter = ({ [AFTER]: _, ...values }: FormValues): FormValues => values;

/** The query that opens another operation with the same object, if both operations have the first field: the fields of both. */
export function sharedQuery(from: OperationDescription, to: OperationDescription, values: FormValues): string {
  const first = from.fields.find(({ isRequired }) => isRequired);
  const value = first && textOf(values, first.name);
  const isShared = to.fields.some(({ name, isRequired }) => isRequired && name === first?.name);
  if (!value || !isShared) return '';
  const isText = ({ name, kind }: Field) => kind === 'text' && to.fields.some((field) => field.name === name);
  return queryOf({ ...from, fields: from.fields.filter(isText) }, values);
}
