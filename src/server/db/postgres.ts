import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { succeeds } from '../succeeds.ts';
import { isLockTimeout } from './unavailable.ts';
import { type Database, DatabaseError, type Db, openErrorReason } from './database.ts';
import { migrateTables, SchemaTooNewError } from './migrate.ts';
import { pgDump } from './pg-tools.ts';
import { replicaWithFallback } from './replica.ts';
import { TaggedClient } from './tagged-client.ts';

export interface PoolSettings {
  maxConnections: number;
  statementSeconds: number;
  readUrl: string | null;
}
const DEFAULT_SETTINGS: PoolSettings = { maxConnections: 10, statementSeconds: 30, readUrl: null };
/** Maximum wait for a free connection or an unresponsive server. */
const CONNECT_MS = 10_000;
const MIGRATION_LOCK = 4_071_888;
/**
 * Below `deadlock_timeout` (1 s), because a waiting ALTER TABLE blocks every later use of the
 * table.
 */
const LOCK_TIMEOUT = '900ms';
const LOCK_PAUSE_MS = 2000;
/** Chosen: about two minutes, in which a running report or export ends. */
const LOCK_TRIES = 40;

export async function openPostgres(
  url: string,
  settings: Partial<PoolSettings>,
): Promise<Database> {
  const { readUrl, ...poolSettings } = { ...DEFAULT_SETTINGS, ...settings };
  const pool = createPool(url, poolSettings);
  try {
    await migrateUnderLock(pool);
  } catch (error) {
    await pool.end();
    if (error instanceof SchemaTooNewError) throw error;
    throw new DatabaseError(
      `PostgreSQL cannot be used at ${withoutPassword(url)}: ${openErrorReason(error)}`,
    );
  }
  return poolDatabase(pool, readUrl === null ? undefined : createPool(readUrl, poolSettings));
}

function createPool(
  url: string,
  { maxConnections: max, statementSeconds }: Omit<PoolSettings, 'readUrl'>,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: TaggedClient,
    connectionTimeoutMillis: CONNECT_MS,
    // After connecting: PgBouncer refuses startup parameters. Compiling a report (JIT) takes longer
    // than running it.
    onConnect: (client) =>
      (client as TaggedClient).prepareConnection(
        `set statement_timeout = ${statementSeconds * 1000}; set jit = off`,
      ),
  });
  pool.on('error', () => undefined); // the pool replaces a broken idle connection
  // Without a listener, a connection that breaks in a transaction would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/**
 * Always releases the connection of a transaction. Drizzle 0.45 leaks it if `begin` fails, as in
 * every database outage.
 */
function drizzleForPool(pool: pg.Pool): Db {
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

export const poolDatabase = (pool: pg.Pool, replica?: pg.Pool): Database => {
  const db = drizzleForPool(pool);
  return {
    db,
    readDb: replica ? (drizzle(replicaWithFallback(pool, replica)) as unknown as Db) : db,
    query: async (text, values = []) => {
      const { rows, rowCount } = await pool.query(text, values);
      return { rows, rowCount: rowCount ?? 0 };
    },
    runSql: (text, values) => pool.query(text, values),
    kind: 'postgres',
    dump: () => pgDump(pool.options.connectionString!),
    isReady: () => succeeds(pool.query('select 1')),
    close: async () => {
      await replica?.end();
      await pool.end();
    },
  };
};

/** Uses a transaction lock: PgBouncer would leave a session lock on an arbitrary connection. */
async function migrateUnderLock(pool: pg.Pool) {
  for (let triesLeft = LOCK_TRIES; ; triesLeft--)
    try {
      return await drizzle(pool).transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`);
        await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
        await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`));
        await migrateTables(tx as unknown as Db);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (triesLeft === 1)
        throw new DatabaseError(
          'another statement, such as a backup, keeps a table locked. Start again after it has ended',
        );
      await pause(LOCK_PAUSE_MS);
    }
}

const withoutPassword = (url: string) => url.replace(/:[^:@/]*@/, ':…@');
