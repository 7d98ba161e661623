import { saveFile } from '../lib/download.ts';
import { createAction } from './action.ts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Longer numbers are references, which a spreadsheet would round. */
const NUMBER = /^-?(0|[1-9]\d{0,11})(\.\d+)?$/;

const cellOf = (content: string): string | number | null =>
  NUMBER.test(content) ? Number(content) : content === '' ? null : content;

/** The file has the cells of the CSV, with numbers as numbers. Text never runs as a formula. */
export async function csvToXlsx(lines: string[]): Promise<Blob> {
  const [{ default: writeXlsxFile }, { parse }] = await Promise.all([
    import('write-excel-file/browser'),
    import('csv-parse/browser/esm/sync'),
  ]);
  const [head = [], ...rows]: string[][] = parse(lines.join('\n'), { bom: true });
  const heads = head.map((value) => ({ value, fontWeight: 'bold' as const }));
  return writeXlsxFile([heads, ...rows.map((row) => row.map(cellOf))], {
    stickyRowsCount: 1,
  }).toBlob();
}

/** `name` has no extension. */
export const createXlsxSaver = () =>
  createAction(async (name: string, lines: string[]) =>
    saveFile(`${name}.xlsx`, XLSX_TYPE, await csvToXlsx(lines)),
  );
