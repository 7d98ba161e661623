import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Astro's scripts and styles. Their names contain a content hash, so the files of several bundles
 * do not conflict.
 */
export const HASHED_FOLDER = '_astro';

const RELEASE = /^\d{17}$/;
const UNFINISHED = '.building';
const REMOVING = '.going';

export const releasesDir = (dataDir: string) => join(dataDir, 'releases');
export const releaseDir = (dataDir: string, id: string) => join(releasesDir(dataDir), id);
export const shardsDir = (dataDir: string) => join(dataDir, 'shards');
export const shardDir = (dataDir: string, shard: string, version: string) =>
  join(shardsDir(dataDir), shard, version);
export const unfinishedDir = (dataDir: string, id: string) =>
  `${releaseDir(dataDir, id)}${UNFINISHED}`;
/** An old release has this name while its shards are removed. */
export const removalDir = (dataDir: string, id: string) => `${releaseDir(dataDir, id)}${REMOVING}`;

/** Returns the names in a folder; none if the folder does not exist. */
export const namesIn = (dir: string): string[] => (existsSync(dir) ? readdirSync(dir) : []);

/** Newest first. */
export const releaseIds = (dataDir: string): string[] =>
  namesIn(releasesDir(dataDir))
    .filter((name) => RELEASE.test(name))
    .sort()
    .reverse();

/** Returns an id that sorts after all existing ids, even if the clock went back. */
export function nextReleaseId(dataDir: string, now = new Date()): string {
  const newestId = releaseIds(dataDir)[0];
  const clockId = now.toISOString().replace(/\D/g, '').slice(0, 17);
  return newestId && newestId >= clockId ? String(BigInt(newestId) + 1n) : clockId;
}

/** Returns the folders that a killed rebuild left unfinished or half removed. */
export const leftoverDirs = (dataDir: string): string[] =>
  namesIn(releasesDir(dataDir))
    .filter((name) => name.endsWith(UNFINISHED) || name.endsWith(REMOVING))
    .map((name) => join(releasesDir(dataDir), name));
