import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Publisher } from '#server/ports/publisher/publisher.ts';
import { type Release, releaseAt, STAMP } from '../release/card.ts';
import { releaseDir } from '../release/folders.ts';
import { type Difference, differenceOf, filesOf, md5Of } from './site-files.ts';

export interface Published {
  objects: number;
  bytes: number;
  removed: number;
}

/** What the stamp of the place says; while an upload goes on, or was cut off, also which release it brings. */
const Stamp = z.looseObject({ release: z.string(), publishing: z.string().optional() });
type Stamp = z.infer<typeof Stamp>;

const AT_ONCE = 8;
const isPage = (path: string) => /\.(html|xml|txt)$/.test(path);

/**
 * Brings a release to where it is published: what its pages need, then the pages, then away with what is gone, and last of all
 * the stamp, which says that all of it is there. Only what changed is sent. The stamp tells first that an upload is under way:
 * after one that was cut off, from whatever machine, the place is asked what it has, and only what differs is sent.
 */
export async function publish(publisher: Publisher, dataDir: string, release: Release): Promise<Published> {
  const stamp = stampIn(await publisher.read(STAMP));
  const isWhole = stamp !== null && stamp.publishing === undefined;
  if (isWhole && stamp.release === release.id) return { objects: 0, bytes: 0, removed: 0 };
  const from = isWhole ? releaseAt(releaseDir(dataDir, stamp.release)) : null;
  const { put, gone } = from ? differenceOf(dataDir, from, release) : await whatDiffers(publisher, dataDir, release);
  const files = [...put];
  let [objects, bytes] = [0, 0];
  const send = async ([path, file]: [string, string]) => {
    bytes += await publisher.put(path, file);
    objects++;
  };
  if (isWhole) await send([STAMP, underWay(dataDir, stamp, release)]);
  await each(
    files.filter(([path]) => !isPage(path)),
    send,
  );
  await each(
    files.filter(([path]) => isPage(path)),
    send,
  );
  await each(gone, (path) => publisher.remove(path));
  await send([STAMP, join(releaseDir(dataDir, release.id), STAMP)]);
  return { objects, bytes, removed: gone.length };
}

/** The stamp as it is, and that it is no longer the whole truth; in a file. */
function underWay(dataDir: string, stamp: Stamp, { id }: Release): string {
  const file = join(dataDir, 'publishing.json');
  writeFileSync(file, `${JSON.stringify({ ...stamp, publishing: id })}\n`);
  return file;
}

/** Where nothing tells what lies there, it is asked. */
async function whatDiffers(publisher: Publisher, dataDir: string, release: Release): Promise<Difference> {
  const there = await publisher.list();
  const own = filesOf(dataDir, release);
  const put = new Map([...own].filter(([path, file]) => there.get(path) !== md5Of(file)));
  return { put, gone: [...there.keys()].filter((path) => path !== STAMP && !own.has(path)) };
}

function stampIn(text: string | null): Stamp | null {
  try {
    return Stamp.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

/** Does all of it, or throws the first failure when nothing of it is under way any more: what came later would write over the next upload. */
async function each<T>(list: T[], work: (one: T) => Promise<unknown>) {
  const waiting = list.values();
  const failures: unknown[] = [];
  const next = async () => {
    for (const one of waiting) {
      if (failures.length > 0) return;
      await work(one).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  if (failures.length > 0) throw failures[0];
}
