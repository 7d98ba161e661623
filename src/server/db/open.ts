import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import * as schema from './schema.ts';
import { TaggedClient } from './statements.ts';

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Plain SQL, for the libraries that bring their own tables (jobs, rate limits). */
export type Query = (
  text: string,
  values?: unknown[],
) => Promise<{ rows: Record<string, unknown>[]; rowCount: number }>;

export interface Database {
  db: Db;
  query: Query;
  /** Like `query`, but without values it may hold several statements (pg-boss brings its tables so). */
  script: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
  kind: 'pglite' | 'postgres';
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** The database cannot be opened; the message says why, for a person. */
export class DatabaseError extends Error {}

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const MIGRATION_LOCK = 4_071_888;

/**
 * Opens the database of a DATABASE_URL and brings its tables up to date: `memory:`, `file:/folder` (embedded PostgreSQL)
 * or `postgres://…`. Throws DatabaseError.
 */
export async function openDatabase(url: string): Promise<Database> {
  return url.startsWith('postgres') ? openPostgres(url) : openPglite(url);
}

async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10, Client: TaggedClient });
  pool.on('error', () => undefined); // a broken idle connection is replaced by the pool; the next query tells
  try {
    await underLock(pool, () => migratePg(drizzlePg(pool), { migrationsFolder: MIGRATIONS }));
  } catch (error) {
    await pool.end();
    throw new DatabaseError(`PostgreSQL cannot be used at ${withoutPassword(url)}: ${reasonOf(error)}`);
  }
  return overPool(pool);
}

/** What the house asks of a pool. */
export const overPool = (pool: pg.Pool): Database => ({
  db: drizzlePg(pool, { schema }) as unknown as Db,
  query: async (text, values = []) => {
    const { rows, rowCount } = await pool.query(text, values);
    return { rows, rowCount: rowCount ?? 0 };
  },
  script: (text, values) => pool.query(text, values),
  kind: 'postgres',
  isReady: () => answers(() => pool.query('select 1')),
  close: () => pool.end(),
});

/** Two processes that start together migrate one after the other. */
async function underLock(pool: pg.Pool, run: () => Promise<void>) {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await run();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}

async function openPglite(url: string): Promise<Database> {
  const folder = url.startsWith('memory:') ? undefined : url.replace(/^file:(\/\/)?/, '');
  const release = folder ? lockFolder(folder) : () => undefined;
  try {
    if (folder && !existsSync(folder)) await layFolder(folder);
    const client = await PGlite.create({ ...(folder ? { dataDir: folder } : {}), extensions: { pg_trgm } });
    await migratePglite(drizzlePglite(client), { migrationsFolder: MIGRATIONS });
    return overPglite(client, release);
  } catch (error) {
    release();
    throw new DatabaseError(`The database in ${folder ?? 'memory'} cannot be opened: ${reasonOf(error)}`);
  }
}

/** What the house asks of an embedded database. */
export const overPglite = (client: PGlite, release: () => void): Database => ({
  db: drizzlePglite(client, { schema }) as unknown as Db,
  query: async (text, values = []) => {
    const { rows, affectedRows } = await client.query<Record<string, unknown>>(text, values);
    return { rows, rowCount: rows.length || (affectedRows ?? 0) };
  },
  script: async (text, values) => {
    if (values?.length) return client.query<Record<string, unknown>>(text, values);
    const results = await client.exec(text);
    return { rows: (results.at(-1)?.rows ?? []) as Record<string, unknown>[] };
  },
  kind: 'pglite',
  isReady: () => answers(() => client.query('select 1')),
  close: async () => {
    await client.close();
    release();
  },
});

/** Lays a new embedded database aside and then puts it in place: a kill or a full disk leaves no half of one. */
async function layFolder(folder: string): Promise<void> {
  const aside = `${folder}.new`;
  rmSync(aside, { recursive: true, force: true });
  const client = await PGlite.create({ dataDir: aside });
  await client.close();
  renameSync(aside, folder);
}

/** The embedded database takes one process at a time; a lock left by a killed one is taken over. */
function lockFolder(folder: string): () => void {
  const lock = `${folder}.lock`;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (holder && holder !== process.pid && isAlive(holder)) {
      throw new DatabaseError(
        `The database in ${folder} is in use by process ${holder}. Stop that one first (or remove ${lock}, should that process be none of ours), or use PostgreSQL (DATABASE_URL).`,
      );
    }
    writeFileSync(lock, String(process.pid));
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`The folder ${dirname(folder)} cannot be written: ${reasonOf(error)}`);
  }
  return () => rmSync(lock, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const answers = (ask: () => Promise<unknown>) =>
  ask().then(
    () => true,
    () => false,
  );

/** The embedded database's file system throws bare numbers (WASI), not errors. */
const EMBEDDED_REASONS: Record<number, string> = {
  2: 'this user may not write there',
  51: 'the disk is full',
  69: 'it is read-only',
};

function reasonOf(error: unknown): string {
  if (error instanceof Error) return (error.cause as Error | undefined)?.message ?? error.message;
  const { errno } = error as { errno?: number };
  return errno === undefined ? String(error) : (EMBEDDED_REASONS[errno] ?? `error ${errno}`);
}
const withoutPassword = (url: string) => url.replace(/:[^:@/]*@/, ':…@');
