import type { Database } from './database.ts';
import type { PoolSettings } from './postgres.ts';

/** `url` is `memory:` or `file:/folder` (embedded PostgreSQL), or `postgres://…`. Throws DatabaseError. */
export async function openDatabase(url: string, settings: Partial<PoolSettings> = {}): Promise<Database> {
  // The driver that is not needed would slow the start.
  if (!url.startsWith('postgres')) return (await import('./pglite.ts')).openPglite(url);
  return (await import('./postgres.ts')).openPostgres(url, settings);
}
