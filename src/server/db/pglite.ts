import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { restrictTree, folderOfUrl, PRIVATE_FILE, PRIVATE_FOLDER } from '../private-files.ts';
import { succeeds } from '../succeeds.ts';
import { type Database, DatabaseError, type Db, openErrorReason } from './database.ts';
import { migrateTables, SchemaTooNewError } from './migrate.ts';
import { deleteStaleCopies, dumpPglite } from './pglite-dump.ts';

/** Opens embedded PostgreSQL in a folder (`file:`) or in memory. Throws DatabaseError. */
export async function openPglite(url: string): Promise<Database> {
  const folder = url.startsWith('memory:') ? undefined : folderOfUrl(url);
  const release = folder ? lockFolder(folder) : () => undefined;
  try {
    if (folder) await deleteStaleCopies(folder);
    if (folder && !existsSync(folder)) await createDatabaseFolder(folder);
    const client = await PGlite.create({
      dataDir: folder,
      extensions: { pg_trgm },
    });
    await drizzle(client)
      .transaction((tx) => migrateTables(tx as unknown as Db))
      .catch((error: unknown) => client.close().finally(() => Promise.reject(error)));
    if (!folder) return pgliteDatabase(client, release);
    // PGlite creates files that every user can read: restrict existing files now, and new files at
    // the close.
    restrictTree(folder);
    const closeAndRelease = () => {
      restrictTree(folder);
      release();
    };
    return pgliteDatabase(client, closeAndRelease, folder);
  } catch (error) {
    release();
    if (error instanceof SchemaTooNewError) throw error;
    throw new DatabaseError(
      `The database in ${folder ?? 'memory'} cannot be opened: ${openErrorReason(error)}`,
    );
  }
}

export function pgliteDatabase(client: PGlite, release: () => void, folder?: string): Database {
  const db = drizzle(client) as unknown as Db;
  return {
    db,
    readDb: db,
    query: async (text, values = []) => {
      const { rows, affectedRows } = await client.query<Record<string, unknown>>(text, values);
      return { rows, rowCount: rows.length || (affectedRows ?? 0) };
    },
    runSql: async (text, values) => {
      if (values?.length) return client.query<Record<string, unknown>>(text, values);
      const results = await client.exec(text);
      return { rows: (results.at(-1)?.rows ?? []) as Record<string, unknown>[] };
    },
    kind: 'pglite',
    dump: () => {
      if (!folder)
        throw new DatabaseError('A database in memory (DATABASE_URL=memory:) cannot be backed up');
      return dumpPglite(client, folder);
    },
    isReady: () => succeeds(client.query('select 1')),
    close: async () => {
      await client.close();
      release();
    },
  };
}

/**
 * Creates the database in a temporary folder and renames it, so that a kill or a full disk leaves
 * no partial database.
 */
async function createDatabaseFolder(folder: string): Promise<void> {
  const temporaryFolder = `${folder}.new`;
  rmSync(temporaryFolder, { recursive: true, force: true });
  mkdirSync(temporaryFolder, { mode: PRIVATE_FOLDER });
  const client = await PGlite.create({ dataDir: temporaryFolder });
  await client.close();
  renameSync(temporaryFolder, folder);
}

/** PGlite allows one process at a time. Takes over the lock of a dead process. */
function lockFolder(folder: string): () => void {
  const lock = `${folder}.lock`;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    const holderPid = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (holderPid && holderPid !== process.pid && isAlive(holderPid)) {
      throw new DatabaseError(
        `The database in ${folder} is in use by process ${holderPid}. Stop that process first, or use PostgreSQL (DATABASE_URL). If that process is not Matinee, remove ${lock}.`,
      );
    }
    writeFileSync(lock, String(process.pid), { mode: PRIVATE_FILE });
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(
      `The folder ${dirname(folder)} cannot be written: ${openErrorReason(error)}`,
    );
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
