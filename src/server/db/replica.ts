import type pg from 'pg';
import { databaseUnavailability } from './unavailable.ts';

/** Unknown table or column: right after a migration, a replica still has the old tables. */
const isNotMigrated = (error: unknown) =>
  /^42(P01|703)$/.test((error as { code?: string }).code ?? '');

/**
 * Returns a read-only pool that queries the replica, and the primary while the replica is
 * unreachable.
 */
export function replicaWithFallback(primary: pg.Pool, replica: pg.Pool): pg.Pool {
  const query = async (...queryArguments: unknown[]): Promise<unknown> => {
    const queryPool = (pool: pg.Pool) =>
      (pool.query as (...all: unknown[]) => Promise<unknown>).apply(pool, queryArguments);
    try {
      return await queryPool(replica);
    } catch (error) {
      // A query that is too slow on the replica would be too slow on the primary.
      if (databaseUnavailability(error) !== 'unreachable' && !isNotMigrated(error)) throw error;
      return queryPool(primary);
    }
  };
  return { query } as unknown as pg.Pool;
}
