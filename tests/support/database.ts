import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { copyPreparedDatabase } from './prepared-database.ts';
import { createFactories } from './factories.ts';
import { aPostgresDatabase, isPostgres } from './postgres.ts';
import { aRunningClock } from './test-now.ts';

/**
 * Creates a migrated database and a data folder for server processes: on TEST_DATABASE_URL, else embedded in the folder. An
 * embedded database has one user at a time, so connect only while no server runs. `isEmpty`: without tables (PostgreSQL only).
 * `url`: uses an existing database, which the caller drops.
 */
export async function aDatabase({
  isEmpty = false,
  url: existingUrl,
}: { isEmpty?: boolean; url?: string } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-server-'));
  const postgres = isPostgres && !existingUrl ? await aPostgresDatabase({ isEmpty }) : undefined;
  if (!postgres && !existingUrl) await copyPreparedDatabase(join(dataDir, 'database'));
  const url = existingUrl ?? postgres?.url ?? `file:${join(dataDir, 'database')}`;

  return {
    url,
    dataDir,
    async withConnection<T>(
      run: (database: Database & ReturnType<typeof createFactories>) => Promise<T>,
    ): Promise<T> {
      const database = await openDatabase(url);
      try {
        return await run({ ...database, ...createFactories(database.db, aRunningClock()) });
      } finally {
        await database.close();
      }
    },
    async drop() {
      await postgres?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof aDatabase>>;
