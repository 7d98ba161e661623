import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import type { Database } from '#server/db/database.ts';
import { overPglite } from '#server/db/pglite.ts';
import { overPool } from '#server/db/postgres.ts';

/** A database as it stands: nothing is migrated and nothing is checked. */
export async function visitRaw<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openRaw(url);
  return work(database).finally(() => database.close());
}

async function openRaw(url: string): Promise<Database> {
  if (url.startsWith('postgres')) {
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    // A database that is dropped with force ends connections that are just closing.
    pool.on('connect', (client) => void client.on('error', () => undefined));
    return overPool(pool);
  }
  const client = await PGlite.create({ dataDir: url.replace('file:', ''), extensions: { pg_trgm } });
  return overPglite(client, () => undefined);
}
