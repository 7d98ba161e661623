import { databaseSeconds } from '#server/observe/counters.ts';

/** Counts the SQL statements of `work` on PostgreSQL, including `begin` and `commit`. The embedded database does not measure them. */
export async function countSqlStatements(work: () => Promise<unknown>): Promise<number> {
  const before = await readCount();
  await work();
  return (await readCount()) - before;
}

const readCount = async () =>
  (await databaseSeconds.get()).values.find(({ metricName }) => metricName?.endsWith('_count'))
    ?.value ?? 0;
