import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writing } from './errors.ts';
import { receivePoster, remakePoster } from './poster-picture.ts';

/** Pictures that makers sent, kept apart from what the house serves until their films are accepted. */
export interface PosterShelf {
  /**
   * Reads a picture to its end, makes it anew and keeps it under the key; gives its size in pixels. Throws PosterRefused, and
   * MediaFolderError where nothing can be written; then nothing of it stays.
   */
  keep: (posterKey: string, body: ReadableStream<Uint8Array>) => Promise<{ width: number; height: number }>;
  fileOf: (posterKey: string) => string;
  /** The picture (WebP), or null. */
  read: (posterKey: string) => Promise<Buffer<ArrayBuffer> | null>;
  remove: (posterKeys: string[]) => Promise<void>;
  /** Keys of pictures that were made before then. */
  keysBefore: (before: Date) => Promise<string[]>;
  /** Removes what uploads that were killed before then left. */
  clear: (before: Date) => Promise<void>;
}

const ENDING = '.webp';

export function openPosterShelf(mediaDir: string): PosterShelf {
  const folder = join(mediaDir, 'submissions');
  const incoming = join(folder, '.incoming');
  const fileOf = (posterKey: string) => join(folder, posterKey + ENDING);
  const alone = oneAtATime();

  return {
    fileOf,
    async keep(posterKey, body) {
      await writing(mediaDir, () => mkdir(incoming, { recursive: true }));
      const raw = join(incoming, randomUUID());
      const made = `${raw}${ENDING}`;
      try {
        await writing(mediaDir, () => receivePoster(body, raw));
        const size = await writing(mediaDir, () => alone(() => remakePoster(raw, made)));
        await writing(mediaDir, () => rename(made, fileOf(posterKey)));
        return size;
      } finally {
        await Promise.all([raw, made].map((file) => rm(file, { force: true })));
      }
    },
    read: (posterKey) => readFile(fileOf(posterKey)).catch(() => null),
    remove: async (posterKeys) => void (await Promise.all(posterKeys.map((key) => rm(fileOf(key), { force: true })))),
    keysBefore: async (before) =>
      (await namesBefore(folder, before))
        .filter((name) => name.endsWith(ENDING))
        .map((name) => name.slice(0, -ENDING.length)),
    async clear(before) {
      for (const name of await namesBefore(incoming, before)) await rm(join(incoming, name), { force: true });
    },
  };
}

/** Unfolded pictures are large: whoever comes second waits. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

async function namesBefore(folder: string, before: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const entry = await stat(join(folder, name)).catch(() => undefined);
    if (entry?.isFile() && entry.mtimeMs < before.getTime()) old.push(name);
  }
  return old;
}
