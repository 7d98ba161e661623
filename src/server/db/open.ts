import type { Database } from './database.ts';
import type { PoolSettings } from './postgres.ts';

/**
 * Opens the database of a DATABASE_URL and brings its tables up to date: `memory:`, `file:/folder` (embedded PostgreSQL)
 * or `postgres://…`. Throws DatabaseError.
 */
export async function openDatabase(url: string, settings: Partial<PoolSettings> = {}): Promise<Database> {
  // A process has one of the two, and begins sooner without the other.
  if (!url.startsWith('postgres')) return (await import('./pglite.ts')).openPglite(url);
  return (await import('./postgres.ts')).openPostgres(url, settings);
}
