import type { Sheet } from '#contract/operation-result.ts';
import { saveFile } from '../lib/download.ts';
import { createAction } from './action.ts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
type Column = Sheet['columns'][number];
type Value = Sheet['rows'][number][number];

const DAY_FORMAT = 'yyyy-mm-dd';
const numberFormat = (decimals: number | undefined) =>
  decimals === undefined ? {} : { format: `0.${'0'.repeat(decimals)}` };

/** A text stays a text, also `1917`, and never runs as a formula. */
function cellOf(value: Value, { type, decimals }: Column) {
  if (value === null || value === '') return null;
  if (typeof value === 'number')
    return { value, type: Number as NumberConstructor, ...numberFormat(decimals) };
  if (type === 'day') return { value: new Date(value), type: Date, format: DAY_FORMAT };
  return { value, type: String };
}

export async function toXlsx({ columns, rows }: Sheet): Promise<Blob> {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const heads = columns.map(({ heading }) => ({
    value: heading,
    type: String,
    fontWeight: 'bold' as const,
  }));
  const cells = rows.map((row) => columns.map((column, at) => cellOf(row[at] ?? null, column)));
  return writeXlsxFile([heads, ...cells], { stickyRowsCount: 1 }).toBlob();
}

/** `name` has no extension. */
export const createXlsxSaver = () =>
  createAction(async (name: string, sheet: Sheet) =>
    saveFile(`${name}.xlsx`, XLSX_TYPE, await toXlsx(sheet)),
  );
