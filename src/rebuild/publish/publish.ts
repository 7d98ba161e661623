import { join } from 'node:path';
import type { Publisher } from '#server/ports/publisher/publisher.ts';
import { type Release, releaseAt, STAMP } from '../release/card.ts';
import { releaseDir } from '../release/folders.ts';
import { openJournal } from './journal.ts';
import { differenceOf, filesOf, md5Of, type SiteFiles } from './site-files.ts';

export interface Published {
  objects: number;
  bytes: number;
  removed: number;
}

interface Work {
  put: SiteFiles;
  gone: Set<string>;
}

const AT_ONCE = 8;
const isPage = (path: string) => /\.(html|xml|txt)$/.test(path);

/**
 * Brings a release to where it is published: what its pages need, then the pages, then away with what is gone, and last of all
 * the stamp, which says that all of it is there. Only what changed is sent; what a killed upload had sent already is not sent
 * again, and what it had sent for another release is put right.
 */
export async function publish(publisher: Publisher, dataDir: string, release: Release): Promise<Published> {
  const there = releaseIdIn(await publisher.read(STAMP));
  const journal = openJournal(dataDir);
  if (there === release.id && journal.isEmpty()) return { objects: 0, bytes: 0, removed: 0 };
  const from = there === null ? null : releaseAt(releaseDir(dataDir, there));
  const work = from ? workFrom(from, release, dataDir) : await workOnUnknown(publisher, dataDir, release);
  putRight(
    work,
    journal.begunBy((id) => id !== release.id),
    dataDir,
    release,
  );
  const done = journal.doneBy(release.id);
  const left = [...work.put].filter(([path]) => !done.has(path));
  const told = journal.of(release.id);
  let bytes = 0;
  for (const phase of [left.filter(([path]) => !isPage(path)), left.filter(([path]) => isPage(path))])
    await each(phase, async ([path, file]) => {
      told.begin(path);
      const size = await publisher.put(path, file);
      bytes += size;
      told.end(path);
    });
  await each([...work.gone], (path) => publisher.remove(path));
  bytes += await publisher.put(STAMP, join(releaseDir(dataDir, release.id), STAMP));
  journal.clear();
  return { objects: left.length + 1, bytes, removed: work.gone.size };
}

/** What lies there of another upload that was cut off is neither the old nor the new. */
function putRight(work: Work, unsure: Set<string>, dataDir: string, release: Release) {
  if (unsure.size === 0) return;
  const own = filesOf(dataDir, release);
  for (const path of unsure) {
    if (own.has(path)) work.put.set(path, own.get(path)!);
    else work.gone.add(path);
  }
}

function workFrom(from: Release, to: Release, dataDir: string): Work {
  const { put, gone } = differenceOf(dataDir, from, to);
  return { put, gone: new Set(gone) };
}

/** Where nothing here tells what lies there, it is asked. */
async function workOnUnknown(publisher: Publisher, dataDir: string, release: Release): Promise<Work> {
  const there = await publisher.list();
  const own = filesOf(dataDir, release);
  const put = new Map([...own].filter(([path, file]) => there.get(path) !== md5Of(file)));
  return { put, gone: new Set([...there.keys()].filter((path) => path !== STAMP && !own.has(path))) };
}

function releaseIdIn(stamp: string | null): string | null {
  try {
    return String((JSON.parse(stamp ?? '') as { release: unknown }).release);
  } catch {
    return null;
  }
}

async function each<T>(list: T[], work: (one: T) => Promise<unknown>) {
  const waiting = list.values();
  const next = async () => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}
