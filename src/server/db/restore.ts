import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import { restrictTree, folderOfUrl, PRIVATE_FOLDER } from '../private-files.ts';
import { type Database, DatabaseError } from './database.ts';
import { one } from './one.ts';
import { pgRestore } from './pg-tools.ts';

/** Loads a dump into an empty database, all or nothing. Throws DatabaseError. */
export async function restoreDump(
  url: string,
  kind: Database['kind'],
  dump: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (url.startsWith('postgres') !== (kind === 'postgres'))
    throw new DatabaseError(
      kind === 'postgres'
        ? 'This backup is of a PostgreSQL database: set DATABASE_URL to an empty one'
        : 'This backup is of an embedded database: set DATABASE_URL to file:…, or leave it unset',
    );
  return kind === 'postgres'
    ? restoreToPostgres(url, dump)
    : restoreToFolder(folderOfUrl(url), dump);
}

async function restoreToPostgres(url: string, dump: AsyncIterable<Uint8Array>) {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ any: boolean }>(
      `select exists (select from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')) as any`,
    );
    if (one(rows).any)
      throw new DatabaseError(
        'This database has tables already. Create an empty database and set DATABASE_URL to it.',
      );
  } finally {
    await client.end().catch(() => undefined);
  }
  await pgRestore(url, dump);
}

async function restoreToFolder(folder: string, dump: AsyncIterable<Uint8Array>) {
  if (existsSync(folder))
    throw new DatabaseError(
      `${folder} already exists. Move it away, or set DATABASE_URL=file:… to another folder`,
    );
  const temporaryFolder = `${folder}.restoring`;
  rmSync(temporaryFolder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(temporaryFolder, { mode: PRIVATE_FOLDER });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of dump) chunks.push(new Uint8Array(chunk));
  const client = await PGlite.create({
    dataDir: temporaryFolder,
    loadDataDir: new Blob(chunks, { type: 'application/x-gzip' }),
    extensions: { pg_trgm },
  });
  await client.close();
  restrictTree(temporaryFolder);
  renameSync(temporaryFolder, folder);
}
