import { closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';

const CONCURRENCY = 8;
const PUBLIC_FILE = 0o644;
const PUBLIC_FOLDER = 0o755;

/**
 * Flushes files and folders to disk, so that a power loss after the activation leaves the release
 * complete. Lets every user read them: a web server of another user serves the release, and the
 * generated units create private files (`UMask=`).
 */
export async function persistPublicPaths(paths: Iterable<string>): Promise<void> {
  const flush = async (path: string) => {
    const handle = await open(path, 'r');
    try {
      await handle.chmod((await handle.stat()).isDirectory() ? PUBLIC_FOLDER : PUBLIC_FILE);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  await pMap(paths, flush, { concurrency: CONCURRENCY });
}

export function fsyncPathSync(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

/**
 * Returns all folders and the files that are not hard links, children first. Hard-linked files were
 * flushed before.
 */
export function newPathsIn(dir: string): string[] {
  const children = readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return newPathsIn(path);
    return entry.isFile() && statSync(path).nlink === 1 ? [path] : [];
  });
  return [...children, dir];
}
