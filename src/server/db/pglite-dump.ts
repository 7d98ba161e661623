import { constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { PGlite } from '@electric-sql/pglite';
import pMap from 'p-map';
import { packTar } from 'modern-tar/fs';

const FILES_AT_ONCE = 8;
/** Change times in file systems are less exact than the clock. */
const CLOCK_MARGIN_MS = 1000;
const copyNamePrefix = (folder: string) => `${basename(folder)}.copy-`;

/**
 * Copies all files while queries run, then copies changed files again in a transaction. Packing the
 * copy blocks no query.
 */
export async function* dumpPglite(client: PGlite, folder: string): AsyncGenerator<Uint8Array> {
  await client.exec('checkpoint');
  const copy = await mkdtemp(join(dirname(folder), copyNamePrefix(folder)));
  try {
    const since = Date.now() - CLOCK_MARGIN_MS;
    const firstTimes = await copyFiles(folder, copy, () => true);
    const hasChanged = (name: string, changedAtMs: number) =>
      changedAtMs >= since || changedAtMs !== firstTimes.get(name);
    const lastTimes = await client.transaction(() => copyFiles(folder, copy, hasChanged));
    for (const name of firstTimes.keys())
      if (!lastTimes.has(name)) await rm(join(copy, name), { force: true });
    // Errors reach the last stream.
    yield* pipeline(packTar(copy), createGzip(), () => undefined);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

export async function deleteStaleCopies(folder: string): Promise<void> {
  const staleCopies = (await readdir(dirname(folder))).filter((name) =>
    name.startsWith(copyNamePrefix(folder)),
  );
  for (const name of staleCopies)
    await rm(join(dirname(folder), name), { recursive: true, force: true });
}

/**
 * Returns the change time (ms) of every file, as read before its copy. Skips files deleted
 * meanwhile.
 */
async function copyFiles(
  from: string,
  to: string,
  shouldCopy: (name: string, changedAtMs: number) => boolean,
): Promise<Map<string, number>> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const nameOf = (entry: (typeof entries)[number]) =>
    join(relative(from, entry.parentPath), entry.name);
  for (const entry of entries)
    if (entry.isDirectory()) await mkdir(join(to, nameOf(entry)), { recursive: true });
  const changeTimes = new Map<string, number>();
  const copyIfNeeded = async (name: string) => {
    const { ctimeMs } = await stat(join(from, name));
    if (shouldCopy(name, ctimeMs))
      await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
    changeTimes.set(name, ctimeMs);
  };
  const files = entries.filter((entry) => entry.isFile()).map(nameOf);
  await pMap(files, (name) => copyIfNeeded(name).catch(ignoreMissing), {
    concurrency: FILES_AT_ONCE,
  });
  return changeTimes;
}

function ignoreMissing(error: unknown) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
