import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { dropBundles } from '../bundle/bundle.ts';
import { type Release, releaseAt } from './card.ts';
import { settleNow } from './durable.ts';
import { drawersIn, goingDir, leftBehind, releaseDir, releaseIds } from './folders.ts';

/** Chosen: the one that is served and two to go back to; what is older goes while the next one is made. */
const KEEP = 3;

/** Serves another release from now on, in one step: whoever looks sees the old one or the new one. */
export function switchTo(siteDir: string, dataDir: string, id: string): void {
  const link = `${siteDir}.next`;
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(siteDir), releaseDir(dataDir, id)), link);
  renameSync(link, siteDir);
  settleNow(dirname(siteDir));
}

/** The name of the release that is served; null when there is none. */
export function servedId(siteDir: string): string | null {
  try {
    return basename(readlinkSync(siteDir));
  } catch {
    return null;
  }
}

/**
 * Removes the releases that are no longer kept, and the drawers that only they needed. A new release may be made meanwhile: it
 * takes nothing from them.
 */
export async function dropOld(siteDir: string, dataDir: string): Promise<void> {
  const served = servedId(siteDir);
  const all = releaseIds(dataDir);
  // What is newer than the served one was gone back from, or killed before it was switched to: nobody goes back to it.
  const older = all.filter((id) => served === null || id < served);
  const kept = [...(served ? [served] : []), ...older.slice(0, KEEP - 1)];
  const dropped = all.filter((id) => !kept.includes(id));
  const needed = inUse(dataDir, kept);
  const unused = [...inUse(dataDir, dropped)].filter((each) => !needed.has(each));
  // A kill leaves a folder that tells of it, never a release without its drawers.
  for (const id of dropped) renameSync(releaseDir(dataDir, id), goingDir(dataDir, id));
  await remove(unused.map((each) => join(drawersIn(dataDir), each)));
  await remove(dropped.map((id) => goingDir(dataDir, id)));
}

/** One after the other, with room between them for the house, which may be in this process. */
async function remove(dirs: string[]) {
  for (const dir of dirs) {
    rmSync(dir, { recursive: true, force: true });
    await setImmediate();
  }
}

/** Clears away what a rebuild that was killed left behind; under the lock. */
export async function clearLeft(dataDir: string): Promise<void> {
  const left = leftBehind(dataDir);
  if (left.length > 0) sweepDrawers(dataDir);
  await remove(left);
}

/** Looks through all drawers for what no release has: a rebuild that failed or was killed left it. */
export function sweepDrawers(dataDir: string): void {
  const needed = inUse(dataDir, releaseIds(dataDir));
  const all = drawersIn(dataDir);
  for (const drawer of existsSync(all) ? readdirSync(all) : [])
    for (const version of readdirSync(join(all, drawer)))
      if (!needed.has(join(drawer, version))) rmSync(join(all, drawer, version), { recursive: true });
}

/** Removes the bundles that no release has any more. */
export const dropUnusedBundles = (dataDir: string): void =>
  dropBundles(
    dataDir,
    new Set(cardsAt(dataDir, releaseIds(dataDir)).flatMap(({ bundle, formers }) => [bundle, ...namesOf(formers)])),
  );

const namesOf = (formers: Release['formers']) => formers.map(({ bundle }) => bundle);

const cardsAt = (dataDir: string, ids: string[]): Release[] =>
  ids.flatMap((id) => releaseAt(releaseDir(dataDir, id)) ?? []);

const inUse = (dataDir: string, ids: string[]) =>
  new Set(
    cardsAt(dataDir, ids).flatMap(({ drawers }) =>
      Object.entries(drawers).map(([drawer, version]) => join(drawer, version)),
    ),
  );
