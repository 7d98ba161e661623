import type pg from 'pg';
import { whyAway } from './away.ts';

/** Whether a table or a column is unknown: for a moment after a migration, a replica still has the tables from before. */
const isNotMigrated = (error: unknown) => /^42(P01|703)$/.test((error as { code?: string }).code ?? '');

/**
 * Asks a replica, and the primary where the replica is away: a reader never notices which of them answered. Reads alone: nothing
 * that is written passes here.
 */
export function replicaOr(primary: pg.Pool, replica: pg.Pool): pg.Pool {
  const query = async (...asked: unknown[]): Promise<unknown> => {
    const ask = (pool: pg.Pool) => (pool.query as (...all: unknown[]) => Promise<unknown>).apply(pool, asked);
    try {
      return await ask(replica);
    } catch (error) {
      // One that is there and too slow would be no faster on the other.
      if (whyAway(error) !== 'gone' && !isNotMigrated(error)) throw error;
      return ask(primary);
    }
  };
  return { query } as unknown as pg.Pool;
}
