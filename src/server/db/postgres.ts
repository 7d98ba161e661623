import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isLockTimeout } from './away.ts';
import { answers, type Database, DatabaseError, type Db, reasonOf } from './database.ts';
import { bringUpToDate, SchemaTooNew } from './migrate.ts';
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
/**
 * A statement that waits to change a table holds up every later call that uses the table. So it waits for less than a deadlock takes
 * to be found (1 s), and the whole migration is tried again.
 */
const LOCK_WAIT = '900ms';
const LOCK_PAUSE_MS = 2000;
/** Chosen: about two minutes, in which a report or an export of a running process ends. */
const LOCK_TRIES = 40;

/** Throws DatabaseError. */
export async function openPostgres(url: string, settings: Partial<PoolSettings>): Promise<Database> {
  const { readUrl, ...usual } = { ...USUAL, ...settings };
  const pool = poolOf(url, usual);
  try {
    await migrateUnderLock(pool);
  } catch (error) {
    await pool.end();
    if (error instanceof SchemaTooNew) throw error;
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

/**
 * Drizzle over a pool, with transactions whose connection always goes back. Drizzle 0.45 keeps the connection for ever if `begin`
 * fails: each outage left the pool smaller, until no call got a connection.
 */
function drizzleOver(pool: pg.Pool): Db {
  const db = drizzle(pool) as unknown as Db;
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await (drizzle(client) as unknown as Db).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return db;
}

/** What the house asks of a pool, and of its replica's. */
export const overPool = (pool: pg.Pool, replica?: pg.Pool): Database => {
  const db = drizzleOver(pool);
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
async function migrateUnderLock(pool: pg.Pool) {
  for (let triesLeft = LOCK_TRIES; ; triesLeft--)
    try {
      return await drizzle(pool).transaction(async (tx) => {
        // A large table's new index takes what it takes; the other process waits for it.
        await tx.execute(sql`set local statement_timeout = 0`);
        await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
        await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_WAIT}'`));
        await bringUpToDate(tx as unknown as Db);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (triesLeft === 1)
        throw new DatabaseError(
          'another statement keeps a table locked, such as a backup. Start again when it has ended',
        );
      await pause(LOCK_PAUSE_MS);
    }
}

const withoutPassword = (url: string) => url.replace(/:[^:@/]*@/, ':…@');
