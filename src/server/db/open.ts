import type { Database } from './database.ts';
import { openPglite } from './pglite.ts';
import { openPostgres, type PoolSettings } from './postgres.ts';

/**
 * Opens the database of a DATABASE_URL and brings its tables up to date: `memory:`, `file:/folder` (embedded PostgreSQL)
 * or `postgres://…`. Throws DatabaseError.
 */
export const openDatabase = (url: string, settings: Partial<PoolSettings> = {}): Promise<Database> =>
  url.startsWith('postgres') ? openPostgres(url, settings) : openPglite(url);
