import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { answers, type Database, DatabaseError, type Db, MIGRATIONS, reasonOf } from './database.ts';
import { pgDump } from './pg-tools.ts';
import { replicaOr } from './replica.ts';
import { TaggedClient } from './tagged-client.ts';

export interface PoolSettings {
  /** Connections of this process at most. */
  pool: number;
  /** After this the database gives a statement up; no call waits longer. */
  statementSeconds: number;
  /** A streaming replica, for what everybody may read. */
  readUrl: string | null;
}
const USUAL: PoolSettings = { pool: 10, statementSeconds: 30, readUrl: null };
/** For a free connection, and for a server that does not answer. */
const CONNECT_MS = 10_000;
const MIGRATION_LOCK = 4_071_888;

/** Throws DatabaseError. */
export async function openPostgres(url: string, settings: Partial<PoolSettings>): Promise<Database> {
  const { readUrl, ...usual } = { ...USUAL, ...settings };
  const pool = poolOf(url, usual);
  try {
    await underLock(pool, () => migrate(drizzle(pool), { migrationsFolder: MIGRATIONS }));
  } catch (error) {
    await pool.end();
    throw new DatabaseError(`PostgreSQL cannot be used at ${withoutPassword(url)}: ${reasonOf(error)}`);
  }
  return overPool(pool, readUrl === null ? undefined : poolOf(readUrl, usual));
}

function poolOf(url: string, { pool: max, statementSeconds }: Omit<PoolSettings, 'readUrl'>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: TaggedClient,
    connectionTimeoutMillis: CONNECT_MS,
    // Said after connecting and not while: PgBouncer takes no such word at the door.
    onConnect: async (client) => void (await client.query(`set statement_timeout = ${statementSeconds * 1000}`)),
  });
  pool.on('error', () => undefined); // a broken idle connection is replaced by the pool; the next query tells
  // One that breaks inside a transaction tells too: with nobody listening the whole process would fall with it.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** What the house asks of a pool, and of its replica's. */
export const overPool = (pool: pg.Pool, replica?: pg.Pool): Database => {
  const db = drizzle(pool) as unknown as Db;
  return {
    db,
    readDb: replica ? (drizzle(replicaOr(pool, replica)) as unknown as Db) : db,
    query: async (text, values = []) => {
      const { rows, rowCount } = await pool.query(text, values);
      return { rows, rowCount: rowCount ?? 0 };
    },
    script: (text, values) => pool.query(text, values),
    kind: 'postgres',
    dump: () => pgDump(pool.options.connectionString!),
    isReady: () => answers(() => pool.query('select 1')),
    close: async () => {
      await replica?.end();
      await pool.end();
    },
  };
};

/**
 * Two processes that start together migrate one after the other. The lock is a transaction's, which PgBouncer keeps on one
 * connection; a session's would be left on whichever came.
 */
async function underLock(pool: pg.Pool, run: () => Promise<void>) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // A large table's new index takes what it takes; the other process waits for it.
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await run();
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

const withoutPassword = (url: string) => url.replace(/:[^:@/]*@/, ':…@');
