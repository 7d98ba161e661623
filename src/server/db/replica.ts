import type pg from 'pg';

/** Class 08 and 57P0x: no connection, or the server is closing it; 25006 cannot be, since nothing is written here. */
const AWAY = /^(08|57P0|ECONN|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)/;

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
      if (!isAway(error)) throw error;
      return ask(primary);
    }
  };
  return { query } as unknown as pg.Pool;
}

function isAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return AWAY.test(code) || /terminated|timeout exceeded when trying to connect|Connection terminated/.test(message);
}
