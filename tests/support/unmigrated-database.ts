import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import type { Database } from '#server/db/database.ts';
import { pgliteDatabase } from '#server/db/pglite.ts';
import { poolDatabase } from '#server/db/postgres.ts';

export async function withUnmigratedDatabase<T>(
  url: string,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openWithoutMigration(url);
  return run(database).finally(() => database.close());
}

async function openWithoutMigration(url: string): Promise<Database> {
  if (url.startsWith('postgres')) {
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    // A forced drop of the database breaks connections that are closing.
    pool.on('connect', (client) => void client.on('error', () => undefined));
    return poolDatabase(pool);
  }
  const client = await PGlite.create({
    dataDir: url.replace('file:', ''),
    extensions: { pg_trgm },
  });
  return pgliteDatabase(client, () => undefined);
}
