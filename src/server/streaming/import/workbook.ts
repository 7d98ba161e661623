import { unzipSync, zipSync } from 'fflate';
import readWorkbookFile from 'read-excel-file/universal';
import { ImportError } from './errors.ts';
import type { CountColumns, Records } from './records.ts';

type Cell = string | number | boolean | Date | null;

/** Bytes of all parts of the workbook. */
const MAX_UNZIPPED_SIZE = 100_000_000;

/**
 * Reads the sheet of a workbook (`.xlsx`) that has the most of the wanted columns. Dates become
 * texts without an offset: they are in the time zone of the cinema. Throws ImportError.
 */
export async function readWorkbook(
  file: string,
  bytes: Buffer,
  countColumns: CountColumns,
): Promise<Records> {
  const sheets = (await readSheets(file, bytes)).map(({ sheet, data }) => {
    const records = data.map((row) => row.map((cell) => textOf(cell as Cell)));
    return { sheet, records, score: Math.max(0, ...records.map(countColumns)) };
  });
  const [best, ...otherSheets] = sheets.toSorted((a, b) => b.score - a.score);
  if (!best) throw new ImportError(`${file} is empty`);
  const names = otherSheets
    .filter(({ records }) => records.length)
    .map(({ sheet }) => `"${sheet}"`);
  const notes = names.length
    ? [
        `The sheet "${best.sheet}" of ${file} is imported. These sheets are not: ${names.join(', ')}.`,
      ]
    : [];
  return { records: best.records, firstRow: 1, notes };
}

async function readSheets(file: string, bytes: Buffer) {
  try {
    const archive = zipSync(unzipParts(file, bytes), { level: 0 });
    return await readWorkbookFile(archive.buffer as ArrayBuffer, {
      parseNumber: (text: string) => text,
      trim: true,
    });
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(
      `${file} is not a workbook that can be read: ${(error as Error).message}`,
    );
  }
}

/**
 * Unzips to the sizes that the directory of the archive declares, so that an archive cannot exceed
 * the limit.
 */
function unzipParts(file: string, bytes: Buffer): Record<string, Uint8Array> {
  let size = 0;
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false;
      size += originalSize;
      if (size > MAX_UNZIPPED_SIZE)
        throw new ImportError(
          `${file} has more than ${MAX_UNZIPPED_SIZE / 1_000_000} MB of texts: split it`,
        );
      return true;
    },
  });
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Date ? dateText(cell) : String(cell).trim();
}

/** A time without a date is in the first days of spreadsheets, in 1899 and 1900: `2:05:00`. */
function dateText(date: Date): string {
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  const time = text.slice(11, 19);
  if (date.getUTCFullYear() <= 1900) return time;
  return time === '00:00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`;
}
