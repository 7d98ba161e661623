import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { pgliteDatabase } from '#server/db/pglite.ts';
import { PROJECT } from './project.ts';

const FOLDER = join(PROJECT, 'node_modules', '.cache', 'matinee');

/**
 * Opens a migrated embedded database in memory. It is a copy of a cached file, because running the migrations takes longer than
 * many tests. The cache key covers the migrations and the PGlite version.
 */
export async function aPreparedDatabase(): Promise<Database> {
  const file = join(FOLDER, `database-${digest()}.tar`);
  if (!existsSync(file)) await prepareFile(file);
  const loadDataDir = new Blob([readFileSync(file)]);
  return pgliteDatabase(
    await PGlite.create({ loadDataDir, extensions: { pg_trgm } }),
    () => undefined,
  );
}

/** Copies a migrated embedded database into a folder, for processes that open it by URL. */
export async function copyPreparedDatabase(folder: string): Promise<void> {
  const cached = join(FOLDER, `database-${digest()}`);
  if (!existsSync(cached)) {
    const temporary = `${cached}.${process.pid}`;
    await (await openDatabase(`file:${temporary}`)).close();
    try {
      renameSync(temporary, cached);
    } catch {
      // Another test file created the folder meanwhile.
      rmSync(temporary, { recursive: true });
    }
  }
  cpSync(cached, folder, { recursive: true });
}

async function prepareFile(file: string) {
  const database = await openDatabase('memory:');
  const archive = await (database.db as unknown as { $client: PGlite }).$client.dumpDataDir('none');
  await database.close();
  mkdirSync(FOLDER, { recursive: true });
  // Two test files may do this at once: each renames a complete file.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, Buffer.from(await archive.arrayBuffer()));
  renameSync(temporary, file);
}

function digest(): string {
  const hash = createHash('sha256');
  const files = [
    'src/server/db/migrations/*.sql',
    'node_modules/@electric-sql/pglite/package.json',
  ];
  for (const name of files.flatMap((each) => globSync(each, { cwd: PROJECT })).toSorted())
    hash.update(readFileSync(join(PROJECT, name)));
  return hash.digest('hex').slice(0, 16);
}
