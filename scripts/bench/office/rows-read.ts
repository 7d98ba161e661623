import type { Database } from '#server/db/database.ts';

/** Smaller tables may be read as a whole: an index would be slower. */
const LARGE_TABLE_ROWS = 10_000;

export interface RowsRead {
  /**
   * Rows that were read from tables, by sequential and by index scans. Index-only scans read none.
   */
  count: number;
  /** Large tables of which every row was read. */
  wholeTables: string[];
}

/**
 * Counts the rows that `work` reads. `database` must have one connection, which runs the statements
 * of `work`: each connection reports its counters itself.
 */
export async function countRowsRead(
  database: Pick<Database, 'query'>,
  work: () => Promise<unknown>,
  largeTableRows = LARGE_TABLE_ROWS,
): Promise<RowsRead> {
  const before = new Map((await readCounters(database)).map((each) => [each.table, each]));
  await work();
  const tables = (await readCounters(database)).map((after) => ({
    ...after,
    count: after.count - (before.get(after.table)?.count ?? 0),
  }));
  return {
    count: tables.reduce((sum, { count }) => sum + count, 0),
    wholeTables: tables
      .filter(({ rows, count }) => rows > largeTableRows && count >= rows)
      .map(({ table }) => table),
  };
}

async function readCounters({ query }: Pick<Database, 'query'>) {
  await query('select pg_stat_force_next_flush()');
  const { rows } = await query(
    `select relname as table, n_live_tup::float8 as rows, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as count
     from pg_stat_user_tables`,
  );
  return rows as { table: string; rows: number; count: number }[];
}
