import { CINEMA_ZONE } from '#domain/dates.ts';
import { displayMinute } from '#domain/format/dates.ts';
import { escapeControls } from '#domain/plain-text.ts';
import type { KeysetPage } from '#server/keyset-page.ts';
import type { Change, Facts } from '#server/operator/change.ts';
import type { CommandResult } from './command-result.ts';

const MAX_VALUE_LENGTH = 72;

/** Formats a value in one line, which is cut after `maxLength` characters. */
export function formatValue(value: unknown, maxLength = MAX_VALUE_LENGTH): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof Date) return displayMinute(value, CINEMA_ZONE);
  if (Array.isArray(value))
    return value.length
      ? truncate(value.map((each) => formatValue(each, maxLength)).join(', '), maxLength)
      : '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return truncate(JSON.stringify(value), maxLength);
  return truncate(String(value as string | number), maxLength);
}

const truncate = (text: string, maxLength: number): string => {
  const line = escapeControls(text.replace(/\s+/g, ' ').trim());
  return line.length > maxLength ? `${line.slice(0, maxLength)} …` : line;
};

/** Approximate: combining marks have no width. */
const displayWidth = (text: string): number => text.replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, '').length;
const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

export function formatTable<Row extends object>(
  rows: Row[],
  columns: Partial<Record<keyof Row & string, string>>,
): string[] {
  if (!rows.length) return ['No results.'];
  const names = Object.keys(columns) as (keyof Row & string)[];
  const cells = [
    names.map((name) => columns[name]!),
    ...rows.map((row) => names.map((name) => formatValue(row[name]))),
  ];
  const widths = names.map((_, at) => Math.max(...cells.map((line) => displayWidth(line[at]!))));
  return cells.map((line) =>
    line
      .map((cell, at) => padToWidth(cell, widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}

/** One line for each fact, not truncated. */
export function formatFacts(facts: Facts): string[] {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return Object.entries(facts).map(
    ([name, value]) => `${name.padEnd(width)}  ${formatValue(value, Infinity)}`,
  );
}

export const formatSection = (title: string, lines: string[]): string[] => [
  '',
  title,
  ...lines.map((line) => `  ${line}`),
];

/** Open decisions by kind: how many, and since when the oldest one. */
export const formatWaiting = (
  waiting: Record<string, { count: number; since: Date | null }>,
): string[] =>
  formatTable(
    Object.entries(waiting).map(([what, row]) => ({ what, ...row })),
    { what: 'what', count: 'count', since: 'since' },
  );

const MORE_ROWS = 'There are more rows.';
export const isContinuation = (line: string): boolean => line.startsWith(MORE_ROWS);

/** `next`: the `--after` of the following rows. */
export const continuationLines = (next: string | undefined): string[] =>
  next === undefined
    ? []
    : ['', `${MORE_ROWS} To continue, add --after ${/\s/.test(next) ? `"${next}"` : next}`];

export function listResult<Row extends object>(
  name: string,
  found: Row[] | KeysetPage<Row>,
  columns: Partial<Record<keyof Row & string, string>>,
): CommandResult {
  const { rows, next } = Array.isArray(found) ? { rows: found, next: undefined } : found;
  return {
    data: { [name]: rows, ...(next && { next }) },
    lines: [...formatTable(rows, columns), ...continuationLines(next)],
    columns: columns as Record<string, string>,
  };
}

export function changesResult(changes: Change[], isDry: boolean): CommandResult {
  const lines = changes.length ? changes.flatMap(formatChange) : ['Nothing to change.'];
  return {
    data: { dryRun: isDry, changes },
    lines: isDry ? ['Would change (nothing was written):', ...lines] : lines,
  };
}

function formatChange({ what, before, after }: Change): string[] {
  if (!after) return [`${what} was removed`];
  const facts = Object.entries(after).filter(
    ([, value]) => before || (value !== null && value !== ''),
  );
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  const rows = facts.map(([name, value]) => {
    const newValue = formatValue(value);
    return `  ${name.padEnd(width)}  ${before ? `${formatValue(before[name])} → ${newValue}` : newValue}`;
  });
  return [before ? what : `${what} was added`, ...rows];
}
