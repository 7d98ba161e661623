import { fileURLToPath } from 'node:url';
import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

export type Db = PgDatabase<PgQueryResultHKT>;

/** Runs a statement that the query builder cannot express. `Row` is not checked. */
export async function queryRows<Row>(db: Pick<Db, 'execute'>, statement: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(statement)) as unknown as { rows: Row[] };
  return rows;
}

/**
 * Creates a value once for each database, such as a prepared statement, whose name must be unique.
 */
export function onceForDb<Value>(create: (db: Db) => Value): (db: Db) => Value {
  const values = new WeakMap<Db, Value>();
  return (db) => {
    const value = values.get(db) ?? create(db);
    values.set(db, value);
    return value;
  };
}

export type Query = (
  text: string,
  values?: unknown[],
) => Promise<{ rows: Record<string, unknown>[]; rowCount: number }>;

export interface Database {
  db: Db;
  /** For public reads: a replica if there is one, possibly a moment behind. */
  readDb: Db;
  query: Query;
  /**
   * Like `query`, but takes several statements if there are no values (pg-boss creates its tables
   * this way).
   */
  runSql: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
  kind: 'pglite' | 'postgres';
  /** Dumps a consistent snapshot. Throws DatabaseError. */
  dump: () => AsyncIterable<Uint8Array>;
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** The database cannot be opened or used; the message is for the operator. */
export class DatabaseError extends Error {}

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** The file system of PGlite throws bare WASI numbers, not errors. */
const EMBEDDED_REASONS: Record<number, string> = {
  2: 'this user has no write permission',
  51: 'the disk is full',
  69: 'the file system is read-only',
};

export function openErrorReason(error: unknown): string {
  if (error instanceof Error) return (error.cause as Error | undefined)?.message ?? error.message;
  const { errno } = error as { errno?: number };
  return errno === undefined ? String(error) : (EMBEDDED_REASONS[errno] ?? `error ${errno}`);
}
