import { lastOf } from '#domain/existing.ts';

/** Rows of a list. `next`: the cursor of the last row if more rows follow. */
export interface KeysetPage<Row> {
  rows: Row[];
  next: string | undefined;
}

/** `after`: the cursor of the row before the first one. */
export interface KeysetQuery<Cursor = number> {
  after?: Cursor | undefined;
  limit: number;
}

/** `read` gets the number of rows to read: one more than the limit. */
export async function readKeysetPage<Row>(
  limit: number,
  read: (count: number) => Promise<Row[]>,
  cursorOf: (row: Row) => string | number,
): Promise<KeysetPage<Row>> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? String(cursorOf(lastOf(rows))) : undefined };
}
