import { displayCinemaMoment } from '#domain/format/dates.ts';
import { compareNumberedNames } from '#domain/format/names.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { Sorting } from './table.ts';

export type Row = Record<string, unknown>;

export interface Column {
  key: string;
  header: string;
  isNumeric: boolean;
  /** A column of rupees in which an amount has paise. */
  hasPaise: boolean;
}

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
export const isRowList = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.every(isRow);

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

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

export const isInstant = (value: unknown): value is string | Date =>
  value instanceof Date || (typeof value === 'string' && INSTANT.test(value));

const formatInstant = (value: string | Date) => displayCinemaMoment(new Date(value));

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

export function formatValue(value: unknown): string {
  if (isEmpty(value)) return text.nothing;
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (isInstant(value)) return formatInstant(value);
  if (Array.isArray(value))
    return value.length > 0 ? value.map(formatValue).join(', ') : text.nothing;
  if (isRow(value))
    return Object.entries(value)
      .map(([key, each]) => `${labelOf(key)}: ${formatValue(each)}`)
      .join('; ');
  return String(value as string | number);
}

/** Chosen: two or three lines of a cell. The page of the object has the whole text. */
const MAX_CELL_LENGTH = 100;

export function formatCell(value: unknown): string {
  const content = formatValue(value);
  return content.length > MAX_CELL_LENGTH
    ? `${content.slice(0, MAX_CELL_LENGTH).trimEnd()}…`
    : content;
}

const LONGEST_CODE = 16;
/** An order number or a month, for example, which stays on one line. */
export const isCode = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= LONGEST_CODE && /^\S+$/.test(value);

/** `1158.8` → `1158.80` */
export const withPaise = (value: unknown): unknown =>
  isEmpty(value) || Number.isNaN(Number(value)) ? value : Number(value).toFixed(2);

/** Enough to find the keys of all rows. */
const INSPECTED_ROWS = 50;

/** By `headers`, or by the keys of the rows without the columns that have no value. */
export function columnsOf(rows: Row[], headers?: Record<string, string>): Column[] {
  const inspected = rows.slice(0, INSPECTED_ROWS);
  const keysInRows = () =>
    [...new Set(inspected.flatMap((row) => Object.keys(row)))].filter((key) =>
      rows.some(({ [key]: value }) => !isEmpty(value)),
    );
  return (headers ? Object.keys(headers) : keysInRows()).map((key) => {
    const header = headers?.[key] ? toLabel(headers[key]) : labelOf(key);
    return {
      key,
      header,
      isNumeric: isNumeric(inspected.map((row) => row[key])),
      hasPaise:
        header.endsWith('₹') &&
        rows.some(({ [key]: value }) => !isEmpty(value) && !Number.isInteger(Number(value))),
    };
  });
}

function isNumeric(values: unknown[]): boolean {
  const known = values.filter((value) => !isEmpty(value));
  const isNumber = (value: unknown) =>
    typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value));
  return known.length > 0 && known.every(isNumber);
}

const IDENTIFYING = /(Key|No|Ref|Id|Code)$|^(key|code|id|number|name)$/;

/** The column that leads to the row's object. */
export const identifyingColumn = (columns: Column[]): Column | undefined =>
  columns.find(({ key }) => IDENTIFYING.test(key)) ?? columns[0];

export function filterRows(rows: Row[], typed: string): Row[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const content = Object.values(row).map(formatValue).join(' ').toLowerCase();
    return words.every((word) => content.includes(word));
  });
}

/** Rows without a value come last. */
export function sortRows(rows: Row[], { key, isDescending }: Sorting): Row[] {
  const direction = isDescending ? -1 : 1;
  return rows.toSorted(({ [key]: a }, { [key]: b }) => {
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    return direction * compareValues(a, b);
  });
}

function compareValues(a: unknown, b: unknown): number {
  const [x, y] = [Number(a), Number(b)];
  return Number.isNaN(x) || Number.isNaN(y)
    ? compareNumberedNames(formatValue(a), formatValue(b))
    : x - y;
}
