import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { ObjectStorage } from '../ports/media/object-storage.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../private-files.ts';
import { succeeds } from '../succeeds.ts';

/**
 * A folder, or a prefix of a bucket. Keys use slashes. `list` returns the size of each object in
 * bytes, by key.
 */
export interface BackupStorage {
  name: string;
  put: (key: string, body: Uint8Array<ArrayBuffer>) => Promise<void>;
  get: (key: string) => Promise<Buffer | null>;
  remove: (key: string) => Promise<void>;
  list: (prefix: string) => Promise<Map<string, number>>;
  /** Deletes partial files, last written before `before`, that killed processes left. */
  removePartialFiles: (before: Date) => Promise<void>;
}

const PARTIAL_FILE = /\.[\da-f-]{36}\.part$/;

/** Writes to a partial file, syncs and then renames it. Only this user can read the files. */
export function folderStorage(folder: string): BackupStorage {
  return {
    name: folder,
    async put(key, body) {
      const path = join(folder, key);
      const partialPath = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
      const file = await open(partialPath, 'w', PRIVATE_FILE);
      try {
        await file
          .writeFile(body)
          .then(() => file.sync())
          .finally(() => file.close());
        await rename(partialPath, path);
      } catch (error) {
        // A file that stays would fill the disk further with every failed attempt.
        await rm(partialPath, { force: true });
        throw error;
      }
    },
    get: (key) => readFile(join(folder, key)).catch(nullIfMissing),
    async remove(key) {
      await rm(join(folder, key), { force: true });
      // Removes empty parent folders too.
      for (
        let parent = dirname(key), isRemoved = true;
        isRemoved && parent !== '.';
        parent = dirname(parent)
      )
        isRemoved = await succeeds(rmdir(join(folder, parent)));
    },
    list: (prefix) => filesBelow(folder, prefix),
    removePartialFiles: (before) => removePartialFilesBelow(folder, before),
  };
}

async function removePartialFilesBelow(folder: string, before: Date) {
  for (const path of await pathsBelow(folder)) {
    if (!PARTIAL_FILE.test(path)) continue;
    const stats = await stat(path).catch(nullIfMissing);
    if (stats && stats.mtime < before) await rm(path, { force: true });
  }
}

export const bucketStorage = (
  objects: ObjectStorage,
  bucket: string,
  prefix: string,
): BackupStorage => {
  const base = prefix ? `${prefix}/` : '';
  return {
    name: `s3://${bucket}/${prefix}`,
    put: (key, body) => objects.put(base + key, body, { type: 'application/octet-stream' }),
    get: (key) => objects.get(base + key),
    remove: (key) => objects.remove(base + key),
    list: async (below) =>
      new Map(
        (await objects.list(base + below)).map(({ key, size }) => [key.slice(base.length), size]),
      ),
    // Buckets have no partial objects.
    removePartialFiles: async () => undefined,
  };
};

/** Sizes by path, with slashes; empty if the folder does not exist. */
export async function filesBelow(folder: string, prefix = ''): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const path of await pathsBelow(join(folder, prefix))) {
    if (path.endsWith('.part')) continue;
    const stats = await stat(path).catch(nullIfMissing);
    if (stats) found.set(relative(folder, path).split(sep).join('/'), stats.size);
  }
  return found;
}

async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    nullIfMissing,
  );
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
