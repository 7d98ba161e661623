import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Objects } from '../ports/media/objects.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../private-files.ts';

/** Where backups are kept: a folder, or a bucket under a prefix. Keys have slashes in both. */
export interface Place {
  /** For a person: `/srv/backups`, `s3://bucket/prefix`. */
  name: string;
  put: (key: string, body: Uint8Array<ArrayBuffer>) => Promise<void>;
  get: (key: string) => Promise<Buffer | null>;
  /** Nothing happens to one that is not there. */
  remove: (key: string) => Promise<void>;
  /** Everything that is there, with its size in bytes. */
  list: (prefix: string) => Promise<Map<string, number>>;
  /** Takes away what was half written before that moment, by somebody who was killed at it. */
  dropHalves: (before: Date) => Promise<void>;
}

const HALF = /\.[\da-f-]{36}\.part$/;

/** A file is written aside and put in its place when it is whole and on the disk. Only this user may read it. */
export function folderPlace(folder: string): Place {
  return {
    name: folder,
    async put(key, body) {
      const path = join(folder, key);
      const aside = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
      const file = await open(aside, 'w', PRIVATE_FILE);
      try {
        await file
          .writeFile(body)
          .then(() => file.sync())
          .finally(() => file.close());
        await rename(aside, path);
      } catch (error) {
        // A full disk would be fuller after every try.
        await rm(aside, { force: true });
        throw error;
      }
    },
    get: (key) => readFile(join(folder, key)).catch(nullIfMissing),
    async remove(key) {
      await rm(join(folder, key), { force: true });
      // Folders that have nothing any more go with it, up to the place itself.
      for (let at = dirname(key), isGone = true; isGone && at !== '.'; at = dirname(at))
        isGone = await rmdir(join(folder, at)).then(
          () => true,
          () => false,
        );
    },
    list: (prefix) => filesBelow(folder, prefix),
    dropHalves: (before) => dropHalves(folder, before),
  };
}

async function dropHalves(folder: string, before: Date) {
  for (const path of await pathsBelow(folder)) {
    if (!HALF.test(path)) continue;
    const known = await stat(path).catch(nullIfMissing);
    if (known && known.mtime < before) await rm(path, { force: true });
  }
}

export const bucketPlace = (objects: Objects, bucket: string, prefix: string): Place => {
  const base = prefix ? `${prefix}/` : '';
  return {
    name: `s3://${bucket}/${prefix}`,
    put: (key, body) => objects.put(base + key, body, { type: 'application/octet-stream' }),
    get: (key) => objects.get(base + key),
    remove: (key) => objects.remove(base + key),
    list: async (below) =>
      new Map((await objects.list(base + below)).map(({ key, size }) => [key.slice(base.length), size])),
    // A bucket shows an object when it is whole.
    dropHalves: async () => undefined,
  };
};

/** The files below a folder by their paths with slashes, and their sizes; a folder that is not there has none. */
export async function filesBelow(folder: string, prefix = ''): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const path of await pathsBelow(join(folder, prefix))) {
    if (path.endsWith('.part')) continue;
    const known = await stat(path).catch(nullIfMissing);
    if (known) found.set(relative(folder, path).split(sep).join('/'), known.size);
  }
  return found;
}

async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullIfMissing);
  return (entries ?? []).filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
