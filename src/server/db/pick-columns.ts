import type { PgTable } from 'drizzle-orm/pg-core';

/** Columns of a table for `select`, by name. */
export function pickColumns<Table extends PgTable, Name extends keyof Table>(
  table: Table,
  ...names: Name[]
) {
  const columns = {} as Pick<Table, Name>;
  for (const name of names) columns[name] = table[name];
  return columns;
}
