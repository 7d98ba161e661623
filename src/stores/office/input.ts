import type { OperationDescription } from '#contract/office.ts';
import { OFFICE_LIST_ROWS } from '#domain/limits/lists.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { type FieldErrors, missingFields } from './action.ts';
import type { ChangedValue } from './changes.ts';

type Field = OperationDescription['fields'][number];
/** As typed: a flag is a boolean, a list is a text with one entry in each line. */
export type FormValues = Record<string, string | boolean>;

export const textOf = (values: FormValues, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};
export const entriesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function inputOf(
  { name, kind, fileKind }: Field,
  values: FormValues,
): string | boolean | string[] | undefined {
  if (kind === 'flag') return values[name] === true || undefined;
  const typed = textOf(values, name);
  if (kind === 'list' || fileKind === 'captions')
    return typed.trim() ? entriesOf(typed) : undefined;
  return typed.trim() || undefined;
}

/** The current values as a form shows them. */
export const toFormValues = (values: Record<string, string | string[]>): FormValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('\n') : value,
    ]),
  );

const isSame = (field: Field, a: FormValues, b: FormValues) =>
  JSON.stringify(inputOf(field, a)) === JSON.stringify(inputOf(field, b));

/**
 * Whether a request has this field. It leaves out optional fields that still have the current
 * value.
 */
const isSent = (field: Field, values: FormValues, current: FormValues) =>
  field.isRequired || field.kind === 'content' || !isSame(field, values, current);

/** Empty fields are left out. */
export function requestOf(
  { fields }: OperationDescription,
  values: FormValues,
  current: FormValues = {},
) {
  const content = fields.find(({ kind }) => kind === 'content');
  const input = fields
    .filter((field) => field.kind !== 'content' && isSent(field, values, current))
    .flatMap((field) => {
      const value = inputOf(field, values);
      return value === undefined ? [] : [[field.name, value] as const];
    });
  return {
    input: Object.fromEntries(input),
    content: content && textOf(values, content.name),
  };
}

export const missingInput = ({ fields }: OperationDescription, values: FormValues): FieldErrors =>
  missingFields(
    Object.fromEntries(
      fields.filter(({ isRequired }) => isRequired).map(({ name }) => [name, textOf(values, name)]),
    ),
  );

/** A change cannot remove a value: an empty field means that the value stays. */
export const emptiedInput = (
  { fields }: OperationDescription,
  values: FormValues,
  current: FormValues,
): FieldErrors =>
  Object.fromEntries(
    fields
      .filter(({ name }) => textOf(current, name).trim() && !textOf(values, name).trim())
      .map(({ name }) => [name, text.cannotRemove]),
  );

/** Replaces the values that the member did not change. */
export const withCurrentValues = (
  values: FormValues,
  before: FormValues,
  current: FormValues,
): FormValues => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(current).filter(
      ([name]) => !values[name] || values[name] === (before[name] ?? ''),
    ),
  ),
});

/**
 * The fields of a request whose current values somebody else changed to a value that the member
 * does not want.
 */
export const fieldsChangedMeanwhile = (
  { fields }: OperationDescription,
  values: FormValues,
  [before, current]: [FormValues, FormValues],
): ChangedValue[] =>
  fields
    .filter(({ name }) => name in before)
    .filter(
      (field) =>
        isSent(field, values, before) &&
        !isSame(field, before, current) &&
        !isSame(field, values, current),
    )
    .map(({ name, label }) => ({
      what: '',
      name: label,
      type: undefined,
      seen: before[name],
      current: current[name],
      wanted: values[name],
    }));

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

export const LIMIT = 'limit';
/** The field that continues a list. Screens have links for it instead of an input. */
const AFTER = 'after';
/** Of a read operation: the `limit` of a change has another meaning. */
export const withDefaultLimit = (
  { isChange, fields }: OperationDescription,
  values: FormValues,
): FormValues =>
  !isChange && !values[LIMIT] && fields.some(({ name }) => name === LIMIT)
    ? { ...values, [LIMIT]: String(OFFICE_LIST_ROWS) }
    : values;
/** Whether the operation needs no input and has no filter. */
export const hasOnlyPartFields = ({ fields }: OperationDescription): boolean =>
  fields.every(({ name }) => name === LIMIT || name === AFTER);
export const typedFields = ({ fields }: OperationDescription): Field[] =>
  fields.filter(({ name }) => name !== AFTER);
export const withAfter = (values: FormValues, after: string): FormValues => ({
  ...values,
  [AFTER]: after,
});
export const withoutAfter = ({ [AFTER]: _, ...values }: FormValues): FormValues => values;

/**
 * The query that opens another operation with the same object, if both operations begin with the
 * same field: the fields of both.
 */
export function sharedQuery(
  from: OperationDescription,
  to: OperationDescription,
  values: FormValues,
): string {
  const [first] = from.fields;
  const value = first && textOf(values, first.name);
  if (!value || to.fields[0]?.name !== first.name) return '';
  const isText = ({ name, kind }: Field) =>
    kind === 'text' && to.fields.some((field) => field.name === name);
  return queryOf({ ...from, fields: from.fields.filter(isText) }, values);
}

/** A number of the dry run's result that the member types to confirm the change. */
export const isConfirmingField = ({ name }: Pick<Field, 'name'>): boolean => name === 'yes';
