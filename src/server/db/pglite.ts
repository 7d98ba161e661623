import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { closeTree, folderOfUrl, PRIVATE_FILE, PRIVATE_FOLDER } from '../private-files.ts';
import { answers, type Database, DatabaseError, type Db, reasonOf } from './database.ts';
import { bringUpToDate, SchemaTooNew } from './migrate.ts';
import { dropCopies, dumpPglite } from './pglite-dump.ts';

/** Embedded PostgreSQL, in a folder (`file:`) or in memory. Throws DatabaseError. */
export async function openPglite(url: string): Promise<Database> {
  const folder = url.startsWith('memory:') ? undefined : folderOfUrl(url);
  const release = folder ? lockFolder(folder) : () => undefined;
  try {
    if (folder) await dropCopies(folder);
    if (folder && !existsSync(folder)) await layFolder(folder);
    const client = await PGlite.create({ ...(folder ? { dataDir: folder } : {}), extensions: { pg_trgm } });
    await drizzle(client)
      .transaction((tx) => bringUpToDate(tx as unknown as Db))
      .catch((error: unknown) => client.close().finally(() => Promise.reject(error)));
    if (!folder) return overPglite(client, release);
    // PGlite makes its files for everybody to read and write: those of before now, those of this run at its end.
    closeTree(folder);
    const closeAndRelease = () => {
      closeTree(folder);
      release();
    };
    return overPglite(client, closeAndRelease, folder);
  } catch (error) {
    release();
    if (error instanceof SchemaTooNew) throw error;
    throw new DatabaseError(`The database in ${folder ?? 'memory'} cannot be opened: ${reasonOf(error)}`);
  }
}

/** What the house asks of an embedded database, in `folder` or in memory. */
export function overPglite(client: PGlite, release: () => void, folder?: string): Database {
  const db = drizzle(client) as unknown as Db;
  return {
    db,
    readDb: db,
    query: async (text, values = []) => {
      const { rows, affectedRows } = await client.query<Record<string, unknown>>(text, values);
      return { rows, rowCount: rows.length || (affectedRows ?? 0) };
    },
    script: async (text, values) => {
      if (values?.length) return client.query<Record<string, unknown>>(text, values);
      const results = await client.exec(text);
      return { rows: (results.at(-1)?.rows ?? []) as Record<string, unknown>[] };
    },
    kind: 'pglite',
    dump: () => {
      if (!folder) throw new DatabaseError('A database in memory (DATABASE_URL=memory:) is not backed up');
      return dumpPglite(client, folder);
    },
    isReady: () => answers(() => client.query('select 1')),
    close: async () => {
      await client.close();
      release();
    },
  };
}

/** Lays a new embedded database aside and then puts it in place: a kill or a full disk leaves no half of one. */
async function layFolder(folder: string): Promise<void> {
  const aside = `${folder}.new`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: PRIVATE_FOLDER });
  const client = await PGlite.create({ dataDir: aside });
  await client.close();
  renameSync(aside, folder);
}

/** The embedded database takes one process at a time; a lock left by a killed one is taken over. */
function lockFolder(folder: string): () => void {
  const lock = `${folder}.lock`;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (holder && holder !== process.pid && isAlive(holder)) {
      throw new DatabaseError(
        `The database in ${folder} is in use by process ${holder}. Stop that one first (or remove ${lock}, should that process be none of ours), or use PostgreSQL (DATABASE_URL).`,
      );
    }
    writeFileSync(lock, String(process.pid), { mode: PRIVATE_FILE });
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`The folder ${dirname(folder)} cannot be written: ${reasonOf(error)}`);
  }
  return () => rmSync(lock, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
