import type { Column, FactTypes, Row } from '#contract/operation-result.ts';
import { compareNumberedNames } from '#domain/format/compare-numbered-names.ts';
import { displayCinemaMoment } from '#domain/format/moments.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { Sorting } from './table.ts';

type FactType = FactTypes[string];

interface ShownColumn extends Column {
  heading: string;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** `orderNo` → `Order`, `openTickets` → `Open tickets` */
export const labelOf = (key: string): string => text.labels[key] ?? toLabel(key);

/** `openTickets` → `Open tickets`, `isInvited` → `Invited`, `CGST ₹` → `CGST ₹` */
function toLabel(key: string): string {
  const words = key
    .replace(/^(is|has)(?=[A-Z])/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .replace(/\b[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The word for a code: `MOVIES` → `Film`. */
export const wordOf = (key: string, value: unknown): unknown =>
  (typeof value === 'string' && text.words[key]?.[value]) || value;

export const withWords = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, wordOf(key, value)]));

const NUMERIC: FactType[] = ['count', 'number', 'rupees', 'amount'];
export const isNumeric = ({ type }: Column): boolean => NUMERIC.includes(type);

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** A value of JSON; only its type tells an instant from a text. */
export function formatValue(value: unknown, type: FactType = 'text'): string {
  if (isEmpty(value)) return text.nothing;
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (type === 'instant') return displayCinemaMoment(new Date(value as string | Date));
  if (Array.isArray(value))
    return value.length > 0 ? value.map((each) => formatValue(each)).join(', ') : text.nothing;
  if (isRow(value)) return formatRecord(value, typeof type === 'string' ? {} : type);
  return String(value as string | number);
}

const formatRecord = (record: Row, types: Record<string, FactType>): string =>
  Object.entries(record)
    .map(([key, each]) => `${labelOf(key)}: ${formatValue(each, types[key])}`)
    .join('; ');

/** Chosen: two or three lines of a cell. The page of the object has the whole text. */
const MAX_CELL_LENGTH = 100;

export const shorten = (content: string): string =>
  content.length > MAX_CELL_LENGTH ? `${content.slice(0, MAX_CELL_LENGTH).trimEnd()}…` : content;

const LONGEST_CODE = 16;
/** An order number or a month, for example, which stays on one line. */
export const isUnbroken = ({ type }: Column, value: unknown): boolean =>
  type === 'day' || (type === 'code' && String(value).length <= LONGEST_CODE);

/** `1158.8` → `1158.80` */
export const withDecimals = ({ decimals }: Column, value: unknown): unknown =>
  decimals !== undefined && typeof value === 'number' ? value.toFixed(decimals) : value;

const RUPEE_DECIMALS = 2;
const hasPaise = (value: unknown) => typeof value === 'number' && !Number.isInteger(value);

/** A column of rupees shows paise in each row or in none. */
export const shownColumns = (rows: Row[], columns: Column[]): ShownColumn[] =>
  columns.map((column) => ({
    ...column,
    heading: column.heading ? toLabel(column.heading) : labelOf(column.key),
    decimals:
      column.type === 'rupees' && rows.some((row) => hasPaise(row[column.key]))
        ? RUPEE_DECIMALS
        : undefined,
  }));

const typesOf = (columns: Column[]): Record<string, FactType | undefined> =>
  Object.fromEntries(columns.map(({ key, type }) => [key, type]));

export function filterRows(rows: Row[], columns: Column[], typed: string): Row[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const types = typesOf(columns);
  const contentOf = (row: Row) =>
    Object.entries(row).map(([key, value]) => formatValue(value, types[key]));
  return rows.filter((row) => {
    const content = contentOf(row).join(' ').toLowerCase();
    return words.every((word) => content.includes(word));
  });
}

/** Rows without a value come last. */
export function sortRows(rows: Row[], columns: Column[], { key, isDescending }: Sorting): Row[] {
  const direction = isDescending ? -1 : 1;
  const type = typesOf(columns)[key];
  return rows.toSorted(({ [key]: a }, { [key]: b }) => {
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    return direction * compareValues(a, b, type);
  });
}

const compareValues = (a: unknown, b: unknown, type: FactType | undefined): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : compareNumberedNames(formatValue(a, type), formatValue(b, type));
