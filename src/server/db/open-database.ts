import type { Database } from './database.ts';
import type { PoolSettings } from './postgres.ts';

/**
 * `url` is `memory:` or `file:/folder` (embedded PostgreSQL), or `postgres://…`. Throws
 * DatabaseError.
 */
export async function openDatabase(
  url: string,
  settings: Partial<PoolSettings> = {},
): Promise<Database> {
  // Imports only the needed driver: the other one would slow the start down.
  if (!url.startsWith('postgres')) return (await import('./pglite.ts')).openPglite(url);
  return (await import('./postgres.ts')).openPostgres(url, settings);
}
