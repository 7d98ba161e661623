import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import { closeTree, folderOfUrl, PRIVATE_FOLDER } from '../private-files.ts';
import { DatabaseError } from './database.ts';
import { pgRestore } from './pg-tools.ts';

/** Brings a dump into a database that has nothing yet. Throws DatabaseError; then it still has nothing. */
export async function restoreDump(
  url: string,
  kind: 'pglite' | 'postgres',
  dump: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (url.startsWith('postgres') !== (kind === 'postgres'))
    throw new DatabaseError(
      kind === 'postgres'
        ? 'This backup is of a PostgreSQL: name one with DATABASE_URL'
        : 'This backup is of an embedded database: restore it with a file: DATABASE_URL, or none',
    );
  return kind === 'postgres' ? intoPostgres(url, dump) : intoFolder(folderOfUrl(url), dump);
}

async function intoPostgres(url: string, dump: AsyncIterable<Uint8Array>) {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ any: boolean }>(
      `select exists (select from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')) as any`,
    );
    if (rows[0]!.any)
      throw new DatabaseError(
        'This database has tables already. Make an empty one, restore into it, and name that one.',
      );
  } finally {
    await client.end().catch(() => undefined);
  }
  await pgRestore(url, dump);
}

async function intoFolder(folder: string, dump: AsyncIterable<Uint8Array>) {
  if (existsSync(folder))
    throw new DatabaseError(`${folder} is there already. Move it away, or name another with DATABASE_URL=file:…`);
  const aside = `${folder}.restoring`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(aside, { mode: PRIVATE_FOLDER });
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of dump) pieces.push(new Uint8Array(piece));
  const client = await PGlite.create({
    dataDir: aside,
    loadDataDir: new Blob(pieces, { type: 'application/x-gzip' }),
    extensions: { pg_trgm },
  });
  await client.close();
  closeTree(aside);
  renameSync(aside, folder);
}
