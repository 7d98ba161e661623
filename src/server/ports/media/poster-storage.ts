import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { wrapWriteErrors } from './errors.ts';
import { receivePoster, reencodePoster } from './poster-picture.ts';

const EXTENSION = '.webp';

export type PosterStorage = ReturnType<typeof openPosterStorage>;

/**
 * Stores the posters of submissions, separate from the public files until their films are accepted.
 */
export function openPosterStorage(mediaDir: string) {
  const folder = join(mediaDir, 'submissions');
  const incoming = join(folder, '.incoming');
  const pathOf = (posterKey: string) => join(folder, posterKey + EXTENSION);
  const enqueue = createQueue();

  return {
    pathOf,
    /**
     * Returns the size in pixels. Leaves nothing behind on failure. Throws PosterRefused,
     * MediaFolderError.
     */
    async store(posterKey: string, body: ReadableStream<Uint8Array>) {
      await wrapWriteErrors(mediaDir, () => mkdir(incoming, { recursive: true }));
      const raw = join(incoming, randomUUID());
      const encoded = `${raw}${EXTENSION}`;
      try {
        await wrapWriteErrors(mediaDir, () => receivePoster(body, raw));
        const size = await wrapWriteErrors(mediaDir, () =>
          enqueue(() => reencodePoster(raw, encoded)),
        );
        await wrapWriteErrors(mediaDir, () => rename(encoded, pathOf(posterKey)));
        return size;
      } finally {
        await Promise.all([raw, encoded].map((file) => rm(file, { force: true })));
      }
    },
    read: (posterKey: string) => readFile(pathOf(posterKey)).catch(() => null),
    async remove(posterKeys: string[]) {
      await Promise.all(posterKeys.map((key) => rm(pathOf(key), { force: true })));
    },
    keysOlderThan: async (before: Date) =>
      (await namesOlderThan(folder, before))
        .filter((name) => name.endsWith(EXTENSION))
        .map((name) => name.slice(0, -EXTENSION.length)),
    /** Removes the files of interrupted uploads older than a time. */
    async removeIncomplete(before: Date) {
      for (const name of await namesOlderThan(incoming, before))
        await rm(join(incoming, name), { force: true });
    },
  };
}

/** Decoded pictures are large: posters are encoded again one at a time. */
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
