import type { Column, Row, Sheet } from '#contract/operation-result.ts';
import type { KeysetPage } from '#server/keyset-page.ts';
import type { Change, Facts } from '#server/operator/change.ts';
import { column, type Columns, toColumns } from './columns.ts';
import type { CommandResult, ReportPart } from './command-result.ts';

export const facts = (named: Facts): ReportPart => ({ kind: 'facts', facts: named });

export const table = <Each extends object>(rows: Each[], columns: Columns<Each>): ReportPart => ({
  kind: 'table',
  columns: toColumns(columns),
  rows: rows as Row[],
});

/** A table below its title. */
export const section = <Each extends object>(
  title: string,
  rows: Each[],
  columns: Columns<Each>,
): ReportPart => ({ kind: 'section', title, parts: [table(rows, columns)] });

/** Nothing if the list is complete. */
export const continuation = (next: string | undefined): ReportPart[] =>
  next === undefined ? [] : [{ kind: 'continuation', next }];

/** Open decisions by kind: how many, and since when the oldest one. */
export const waitingTable = (
  waiting: Record<string, { count: number; since: Date | null }>,
): ReportPart =>
  table(
    Object.entries(waiting).map(([what, row]) => ({ what, ...row })),
    { what: column.text('what'), count: column.count('count'), since: column.instant('since') },
  );

export function listResult<Each extends object>(
  name: string,
  found: Each[] | KeysetPage<Each>,
  columns: Columns<Each>,
) {
  const { rows, next } = Array.isArray(found) ? { rows: found, next: undefined } : found;
  return {
    view: 'list' as const,
    data: { [name]: rows, next },
    tables: { [name]: toColumns(columns) },
    report: [table(rows, columns), ...continuation(next)],
  };
}

/** Facts and tables, which the back office shows by their keys. */
export const detailsResult = (
  data: object,
  report: ReportPart[],
): Extract<CommandResult, { view: 'details' }> => ({ view: 'details', data, report });

export const changesResult = (changes: Change[], isDry: boolean) => ({
  view: 'changes' as const,
  data: { dryRun: isDry, changes },
  report: [{ kind: 'changes' as const, changes, isDry }] as ReportPart[],
});
export type ChangesResult = ReturnType<typeof changesResult>;

/** A file for spreadsheets. Values stay values: only a face turns them into text. */
export const toSheet = (rows: object[], columns: Column[]): Sheet => ({
  columns: columns.map(({ key, heading = key, ...column }) => ({ heading, ...column })),
  rows: (rows as Row[]).map((row) => columns.map(({ key }) => toCell(row[key]))),
});

const toCell = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' ? value : String(value as string);
};
