import type { Column, Row, Sheet } from '#contract/operation-result.ts';
import { BYTE_ORDER_MARK, csvRow } from '#domain/csv.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { displayMinute } from '#domain/format/moments.ts';
import { escapeControls } from '#domain/plain-text.ts';
import { isText, type Text } from '#domain/format/sentence.ts';
import type { Change, Facts } from '#server/operator/change.ts';
import type { ReportPart } from './command-result.ts';

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

const formatCell = (value: unknown, { decimals }: Column): string =>
  typeof value === 'number' && decimals !== undefined
    ? value.toFixed(decimals)
    : formatValue(value);

/** Approximate: combining marks have no width. */
const displayWidth = (text: string): number => text.replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, '').length;
const padToWidest = (cells: string[]): string[] => {
  const width = Math.max(...cells.map(displayWidth));
  return cells.map((cell) => cell + ' '.repeat(width - displayWidth(cell)));
};

function formatTable(rows: Row[], columns: Column[]): string[] {
  if (!rows.length) return ['No results.'];
  const padded = columns.map((column) =>
    padToWidest([column.heading ?? '', ...rows.map((row) => formatCell(row[column.key], column))]),
  );
  return ['heading', ...rows].map((_, line) =>
    padded
      .map((cells) => cells[line])
      .join('  ')
      .trimEnd(),
  );
}

/** One line for each fact, not truncated. */
function formatFacts(facts: Facts): string[] {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return Object.entries(facts).map(
    ([name, value]) => `${name.padEnd(width)}  ${formatValue(value, Infinity)}`,
  );
}

const formatSection = (title: string, lines: string[]): string[] => [
  '',
  title,
  ...lines.map((line) => `  ${line}`),
];

const continuationLines = (next: string): string[] => [
  '',
  `There are more rows. To continue, add --after ${/\s/.test(next) ? `"${next}"` : next}`,
];

function formatChanges(changes: Change[], isDry: boolean): string[] {
  const lines = changes.length ? changes.flatMap(formatChange) : ['Nothing to change.'];
  return isDry ? ['Would change (nothing was written):', ...lines] : lines;
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

/** The lines of a CSV file. */
function formatSheet({ columns, rows }: Sheet, isMarked: boolean): string[] {
  const decimals = columns.map((each) => each.decimals);
  const head = csvRow(columns.map(({ heading }) => heading));
  return [
    (isMarked ? BYTE_ORDER_MARK : '') + head,
    ...rows.map((cells) => csvRow(cells, decimals)),
  ].map((line) => line.trimEnd());
}

function formatPart(part: ReportPart, toLine: (text: Text) => string): string[] {
  if (isText(part)) return [toLine(part)];
  switch (part.kind) {
    case 'facts':
      return formatFacts(part.facts);
    case 'table':
      return formatTable(part.rows, part.columns);
    case 'section':
      return formatSection(part.title, formatReport(part.parts, toLine));
    case 'changes':
      return formatChanges(part.changes, part.isDry);
    case 'sheet':
      return formatSheet(part.sheet, part.isMarked);
    case 'continuation':
      return continuationLines(part.next);
  }
}

/** The lines that a terminal shows. */
export const formatReport = (
  report: ReportPart[],
  toLine: (text: Text) => string = String,
): string[] => report.flatMap((part) => formatPart(part, toLine));
