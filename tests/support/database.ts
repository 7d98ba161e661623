import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import { layFolder } from './laid-database.ts';
import { makers } from './makers.ts';
import { aPostgresDatabase, isPostgres } from './postgres.ts';

const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined };

/**
 * A database for server processes, and a folder for their data: a new one of TEST_DATABASE_URL, else embedded in the
 * folder, as the migrations leave it. The embedded one has one user at a time: visit it while no server runs.
 * `isEmpty`: without any table, where it is PostgreSQL's. `at`: one that stands already, which whoever made it drops.
 */
export async function aDatabase({ isEmpty = false, at }: { isEmpty?: boolean; at?: string } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-house-'));
  const postgres = isPostgres && !at ? await aPostgresDatabase({ isEmpty }) : undefined;
  if (!postgres && !at) await layFolder(join(dataDir, 'database'));
  const url = at ?? postgres?.url ?? `file:${join(dataDir, 'database')}`;

  return {
    url,
    dataDir,
    async visit<T>(work: (visitor: Database & ReturnType<typeof makers>) => Promise<T>): Promise<T> {
      const database = await openDatabase(url);
      try {
        return await work({ ...database, ...makers(database.db, clock) });
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
