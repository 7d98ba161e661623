import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import { overPglite } from '#server/db/pglite.ts';
import { PROJECT } from './project.ts';

const FOLDER = join(PROJECT, 'node_modules', '.cache', 'matinee');

/**
 * An embedded database in memory as the migrations leave it. It is laid once and then copied: laying one takes longer than
 * many a test. Other migrations, or another PGlite, are another copy.
 */
export async function aLaidDatabase(): Promise<Database> {
  const file = join(FOLDER, `database-${digest()}.tar`);
  if (!existsSync(file)) await lay(file);
  const loadDataDir = new Blob([readFileSync(file)]);
  return overPglite(await PGlite.create({ loadDataDir, extensions: { pg_trgm } }), () => undefined);
}

/** The same in a folder, for processes that open it by its address. */
export async function layFolder(folder: string): Promise<void> {
  const laid = join(FOLDER, `database-${digest()}`);
  if (!existsSync(laid)) {
    const aside = `${laid}.${process.pid}`;
    await (await openDatabase(`file:${aside}`)).close();
    try {
      renameSync(aside, laid);
    } catch {
      // Another test file was first.
      rmSync(aside, { recursive: true });
    }
  }
  cpSync(laid, folder, { recursive: true });
}

async function lay(file: string) {
  const database = await openDatabase('memory:');
  const copy = await (database.db as unknown as { $client: PGlite }).$client.dumpDataDir('none');
  await database.close();
  mkdirSync(FOLDER, { recursive: true });
  // Two test files may do this at once; each puts a whole one in place.
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, Buffer.from(await copy.arrayBuffer()));
  renameSync(aside, file);
}

function digest(): string {
  const hash = createHash('sha256');
  const files = ['src/server/db/migrations/*.sql', 'node_modules/@electric-sql/pglite/package.json'];
  for (const name of files.flatMap((each) => globSync(each, { cwd: PROJECT })).toSorted())
    hash.update(readFileSync(join(PROJECT, name)));
  return hash.digest('hex').slice(0, 16);
}
