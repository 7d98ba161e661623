import type { DeliveryReport } from '#domain/delivery-report.ts';
import { changesIn } from './changes.ts';
import { orderTimelineOf, TIMELINE_LISTS } from './order-timeline.ts';
import { isRow, isRowList, type Row } from './table-rows.ts';

export const invitationLinkIn = (data: unknown): string | null =>
  isRow(data) && typeof data['link'] === 'string' ? data['link'] : null;

/** The package of a film, in the result that shows the film. */
export const packageIn = (data: unknown): { packageKey: string; name: string } | null => {
  const { package: packageKey, movieName: name } = isRow(data) ? data : {};
  return typeof packageKey === 'string' && typeof name === 'string' ? { packageKey, name } : null;
};

/** The result that shows one backup. */
export function backupIn(data: unknown): string | null {
  const { backup, mediaFiles, seconds } = isRow(data) ? data : {};
  return typeof backup === 'string' && typeof mediaFiles === 'number' && seconds === undefined
    ? backup
    : null;
}

/** The dispute in the result that shows one with evidence. */
export function evidenceIn(data: unknown): string | null {
  const { disputeId, hasEvidence } = isRow(data) ? data : {};
  return typeof disputeId === 'string' && hasEvidence === true ? disputeId : null;
}

/** The films of an ingest that were made, with their reports of delivery. */
export const deliveryReportsIn = (data: unknown): DeliveryReport[] =>
  filmsIn(data).flatMap(({ report }) =>
    isRow(report) && report['version'] === 1 ? [report as DeliveryReport] : [],
  );

const filmsIn = (data: unknown): Row[] =>
  isRow(data) && isRowList(data['films']) ? data['films'] : [];

/** The reports have their own elements. */
const withoutReports = (data: Row): Row =>
  deliveryReportsIn(data).length === 0
    ? data
    : { ...data, films: filmsIn(data).map(({ report: _, ...film }) => film) };

/** The `after` of the rows that follow a list; null if it is complete. */
export const nextIn = (data: unknown): string | null =>
  isRow(data) && typeof data['next'] === 'string' ? data['next'] : null;

export interface ResultParts {
  properties: [name: string, value: unknown][];
  lists: [name: string, texts: string[]][];
  tables: [name: string, rows: Row[]][];
}

/** Longer lists of texts get their own element. */
const MAX_TEXTS_IN_LINE = 20;

/** Null if the result has no structure. The changes, the link and the entries of a timeline have their own elements. */
export function partsOf(data: unknown): ResultParts | null {
  if (isRowList(data)) return { properties: [], lists: [], tables: [['', data]] };
  if (!isRow(data)) return null;
  const shownElsewhere: readonly string[] = [
    ...(changesIn(data) ? ['changes', 'dryRun', 'link'] : []),
    ...(orderTimelineOf(data) ? TIMELINE_LISTS : []),
  ];
  const entries = Object.entries(withoutReports(data)).filter(
    ([name]) => name !== 'next' && !shownElsewhere.includes(name),
  );
  const isTable = (entry: [string, unknown]): entry is [string, Row[]] =>
    isRowList(entry[1]) && (entry[1].length > 0 || entries.length === 1);
  const isList = (entry: [string, unknown]): entry is [string, string[]] =>
    Array.isArray(entry[1]) &&
    entry[1].length > MAX_TEXTS_IN_LINE &&
    entry[1].every((each) => typeof each === 'string');
  return {
    tables: entries.filter(isTable),
    lists: entries.filter(isList),
    properties: entries.filter((entry) => !isTable(entry) && !isList(entry)),
  };
}
