import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { removeBundlesExcept } from '../bundle/bundle.ts';
import { activeReleaseId } from './activate.ts';
import { leftoverDirs, namesIn, releaseDir, releaseIds, removalDir, shardsDir } from './folders.ts';
import { readRelease, type Release } from './manifest.ts';

/** Chosen: the active release and two for rollbacks. */
const RETAINED_COUNT = 3;

/**
 * Removes releases beyond the retained ones, and the shards that only they use. Safe while a new
 * release is built.
 */
export async function removeOldReleases(siteDir: string, dataDir: string): Promise<void> {
  const activeId = activeReleaseId(siteDir);
  const allIds = releaseIds(dataDir);
  // A release newer than the active one was rolled back or never activated: it is not retained.
  const olderIds = allIds.filter((id) => activeId === null || id < activeId);
  const retainedIds = [activeId, ...olderIds.slice(0, RETAINED_COUNT - 1)].filter(
    (id) => id !== null,
  );
  const removedIds = allIds.filter((id) => !retainedIds.includes(id));
  const needed = shardsOf(dataDir, retainedIds);
  const unused = [...shardsOf(dataDir, removedIds)].filter((shard) => !needed.has(shard));
  // Renamed first: a kill leaves a folder that the next rebuild removes, never a release without
  // its shards.
  for (const id of removedIds) renameSync(releaseDir(dataDir, id), removalDir(dataDir, id));
  await removeDirs(unused.map((shard) => join(shardsDir(dataDir), shard)));
  await removeDirs(removedIds.map((id) => removalDir(dataDir, id)));
}

/** Yields to the event loop after each folder, because the server may run in this process. */
async function removeDirs(dirs: string[]) {
  for (const dir of dirs) {
    rmSync(dir, { recursive: true, force: true });
    await setImmediate();
  }
}

/** Removes the unfinished folders of a killed rebuild. The caller must hold the lock. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  const leftovers = leftoverDirs(dataDir);
  if (leftovers.length > 0) removeUnusedShards(dataDir);
  await removeDirs(leftovers);
}

export function removeUnusedShards(dataDir: string): void {
  const needed = shardsOf(dataDir, releaseIds(dataDir));
  const allShardsDir = shardsDir(dataDir);
  for (const shard of namesIn(allShardsDir))
    for (const version of readdirSync(join(allShardsDir, shard)))
      if (!needed.has(join(shard, version)))
        rmSync(join(allShardsDir, shard, version), { recursive: true });
}

export function removeUnusedBundles(dataDir: string): void {
  const releases = readReleases(dataDir, releaseIds(dataDir));
  const names = releases.flatMap(({ bundle, previousBundles }) => [
    bundle,
    ...previousBundles.map((previous) => previous.bundle),
  ]);
  removeBundlesExcept(dataDir, new Set(names));
}

const readReleases = (dataDir: string, ids: string[]): Release[] =>
  ids.flatMap((id) => readRelease(releaseDir(dataDir, id)) ?? []);

/** Returns `<shard>/<version>` of every shard that these releases use. */
const shardsOf = (dataDir: string, ids: string[]) =>
  new Set(
    readReleases(dataDir, ids).flatMap(({ shards }) =>
      Object.entries(shards).map(([shard, version]) => join(shard, version)),
    ),
  );
