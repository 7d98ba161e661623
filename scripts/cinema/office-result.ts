import type {
  Column,
  OperationResult,
  Row,
  ValueType,
  ViewName,
} from '#contract/operation-result.ts';
import { isText } from '#domain/format/sentence.ts';
import type { Change } from '#server/operator/change.ts';
import { typesOfFacts, typeOfValue, typesOfChanges } from '#server/operator/value-types.ts';
import type { CommandResult, ReportPart } from './command-result.ts';
import { mapSentences, type Names, toOfficeText } from './office-text.ts';
import { formatReport } from './print.ts';

const CHANGES = ['dryRun', 'changes'];
const ORDER_LISTS = [
  'payments',
  'events',
  'refunds',
  'partRefunds',
  'disputes',
  'taxDocuments',
  'mails',
  'plays',
];
/** By view: the values that a page shows in elements of its own. */
const SHOWN_BY_VIEW: Partial<Record<ViewName, string[]>> = {
  changes: CHANGES,
  invitation: [...CHANGES, 'link'],
  order: ORDER_LISTS,
};
/** Columns that a page shows in elements of its own. */
const HIDDEN_COLUMNS: Partial<Record<ViewName, string[]>> = { ingest: ['report'] };

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
const isRowList = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isRow);
const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** The keys that have a value in a row. */
const keysIn = (rows: Row[]): string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) =>
    rows.some((row) => !isEmpty(row[key])),
  );

const columnsIn = (rows: Row[], hidden: string[]): Column[] =>
  keysIn(rows)
    .filter((key) => !hidden.includes(key))
    .map((key) => ({ key, type: typeOfColumn(rows.map((row) => row[key])) }));

function typeOfColumn(values: unknown[]): ValueType {
  const [type = 'text', ...otherTypes] = new Set(
    values.filter((value) => !isEmpty(value)).map(typeOfValue),
  );
  return otherTypes.length > 0 ? 'text' : type;
}

/** What the back office shows of a result of a command. */
export function toOperationResult(result: CommandResult, names: Names): OperationResult {
  const { view, data, tables: declared = {}, report, exitCode } = result;
  const shown = mapSentences(result.shown ?? data, names) as object;
  const entries = Object.entries(shown).filter(
    ([name]) => name !== 'next' && !SHOWN_BY_VIEW[view]?.includes(name),
  );
  const isTable = (entry: [string, unknown]): entry is [string, Row[]] =>
    isRowList(entry[1]) && (entry[1].length > 0 || entries.length === 1);
  const tables = entries
    .filter(isTable)
    .map(([name, rows]) => [name, declared[name] ?? columnsIn(rows, HIDDEN_COLUMNS[view] ?? [])]);
  return {
    view,
    data: shown,
    tables: Object.fromEntries(tables),
    facts: typesOfFacts(Object.fromEntries(entries.filter((entry) => !isTable(entry)))),
    changeTypes: 'changes' in shown ? typesOfChanges(shown.changes as Change[]) : undefined,
    ...sheetOf(report),
    lines: formatReport(
      report.filter((part) => !isContinuation(part)),
      (text) => toOfficeText(text, names),
    ),
    isPartial: exitCode === 2,
  } as OperationResult;
}

const sheetOf = (report: ReportPart[]) => {
  for (const part of report)
    if (!isText(part) && part.kind === 'sheet') return { sheet: part.sheet };
  return {};
};

/** The pages have buttons for the rows that follow. */
const isContinuation = (part: ReportPart) => !isText(part) && part.kind === 'continuation';
