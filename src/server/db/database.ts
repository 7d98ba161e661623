import { fileURLToPath } from 'node:url';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

export type Db = PgDatabase<PgQueryResultHKT>;

/** Plain SQL, for the libraries that bring their own tables (jobs, rate limits). */
export type Query = (
  text: string,
  values?: unknown[],
) => Promise<{ rows: Record<string, unknown>[]; rowCount: number }>;

export interface Database {
  db: Db;
  /** For what everybody may read: a replica's where there is one. A moment behind, perhaps. */
  readDb: Db;
  query: Query;
  /** Like `query`, but without values it may hold several statements (pg-boss brings its tables so). */
  script: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
  kind: 'pglite' | 'postgres';
  /** All of it as it is at one moment, for a backup. Throws DatabaseError. */
  dump: () => AsyncIterable<Uint8Array>;
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** The database cannot be opened; the message says why, for a person. */
export class DatabaseError extends Error {}

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

export const answers = (ask: () => Promise<unknown>) =>
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

export function reasonOf(error: unknown): string {
  if (error instanceof Error) return (error.cause as Error | undefined)?.message ?? error.message;
  const { errno } = error as { errno?: number };
  return errno === undefined ? String(error) : (EMBEDDED_REASONS[errno] ?? `error ${errno}`);
}
