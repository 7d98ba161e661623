import type pg from 'pg';
import { whyAway } from './away.ts';

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
      if (whyAway(error) !== 'gone') throw error;
      return ask(primary);
    }
  };
  return { query } as unknown as pg.Pool;
}
