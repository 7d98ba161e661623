import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { wrapWriteErrors } from './errors.ts';
import { receivePoster, reencodePoster } from './poster-picture.ts';

/** Stores the pictures of filmmakers, separate from the public files until their films are accepted. */
export interface PosterStorage {
  /** Returns the size in pixels. Leaves nothing behind on failure. Throws PosterRefused, MediaFolderError. */
  store: (posterKey: string, body: ReadableStream<Uint8Array>) => Promise<{ width: number; height: number }>;
  pathOf: (posterKey: string) => string;
  read: (posterKey: string) => Promise<Buffer<ArrayBuffer> | null>;
  remove: (posterKeys: string[]) => Promise<void>;
  keysOlderThan: (before: Date) => Promise<string[]>;
  /** Removes the files of interrupted uploads older than a time. */
  removeIncomplete: (before: Date) => Promise<void>;
}

const EXTENSION = '.webp';

export function openPosterStorage(mediaDir: string): PosterStorage {
  const folder = join(mediaDir, 'submissions');
  const incoming = join(folder, '.incoming');
  const pathOf = (posterKey: string) => join(folder, posterKey + EXTENSION);
  const enqueue = createQueue();

  return {
    pathOf,
    async store(posterKey, body) {
      await wrapWriteErrors(mediaDir, () => mkdir(incoming, { recursive: true }));
      const raw = join(incoming, randomUUID());
      const encoded = `${raw}${EXTENSION}`;
      try {
        await wrapWriteErrors(mediaDir, () => receivePoster(body, raw));
        const size = await wrapWriteErrors(mediaDir, () => enqueue(() => reencodePoster(raw, encoded)));
        await wrapWriteErrors(mediaDir, () => rename(encoded, pathOf(posterKey)));
        return size;
      } finally {
        await Promise.all([raw, encoded].map((file) => rm(file, { force: true })));
      }
    },
    read: (posterKey) => readFile(pathOf(posterKey)).catch(() => null),
    remove: async (posterKeys) => void (await Promise.all(posterKeys.map((key) => rm(pathOf(key), { force: true })))),
    keysOlderThan: async (before) =>
      (await namesOlderThan(folder, before))
        .filter((name) => name.endsWith(EXTENSION))
        .map((name) => name.slice(0, -EXTENSION.length)),
    async removeIncomplete(before) {
      for (const name of await namesOlderThan(incoming, before)) await rm(join(incoming, name), { force: true });
    },
  };
}

/** Decoded pictures are large: uploads are processed one at a time. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

async function namesOlderThan(folder: string, before: Date): Promise<string[]> {
  const oldNames: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const entry = await stat(join(folder, name)).catch(() => undefined);
    if (entry?.isFile() && entry.mtimeMs < before.getTime()) oldNames.push(name);
  }
  return oldNames;
}
