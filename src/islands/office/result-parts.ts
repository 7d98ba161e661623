import { changesIn } from '#stores/office-changes.ts';
import { isRow, isRowList, type Row } from './table-rows.ts';

export const invitationLinkIn = (data: unknown): string | null =>
  isRow(data) && typeof data['link'] === 'string' ? data['link'] : null;

/** The `after` of the rows that follow a list; null if it is complete. */
export const nextIn = (data: unknown): string | null =>
  isRow(data) && typeof data['next'] === 'string' ? data['next'] : null;

export interface ResultParts {
  properties: [name: string, value: unknown][];
  tables: [name: string, rows: Row[]][];
}

/** Null if the result has no structure. The changes and the links have their own elements. */
export function partsOf(data: unknown): ResultParts | null {
  if (isRowList(data)) return { properties: [], tables: [['', data]] };
  if (!isRow(data)) return null;
  const isShownElsewhere = changesIn(data) !== null;
  const entries = Object.entries(data).filter(
    ([name]) => name !== 'next' && (!isShownElsewhere || !['changes', 'dryRun', 'link'].includes(name)),
  );
  const isTable = (entry: [string, unknown]): entry is [string, Row[]] => isRowList(entry[1]);
  return { tables: entries.filter(isTable), properties: entries.filter((entry) => !isTable(entry)) };
}
