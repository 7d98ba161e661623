import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const RELEASE = /^\d{17}$/;
const UNFINISHED = '.building';
const GOING = '.going';

export const releasesIn = (dataDir: string) => join(dataDir, 'releases');
export const releaseDir = (dataDir: string, id: string) => join(releasesIn(dataDir), id);
export const drawersIn = (dataDir: string) => join(dataDir, 'drawers');
export const drawerDir = (dataDir: string, drawer: string, version: string) =>
  join(drawersIn(dataDir), drawer, version);
export const unfinishedDir = (dataDir: string, id: string) => `${releaseDir(dataDir, id)}${UNFINISHED}`;
/** Where an old release waits until its drawers are gone. */
export const goingDir = (dataDir: string, id: string) => `${releaseDir(dataDir, id)}${GOING}`;

/** The releases that are there, newest first. */
export const releaseIds = (dataDir: string): string[] =>
  existsSync(releasesIn(dataDir))
    ? readdirSync(releasesIn(dataDir))
        .filter((name) => RELEASE.test(name))
        .sort()
        .reverse()
    : [];

/** A name that sorts after all that are there, also where the clock went back. */
export function nextReleaseId(dataDir: string, now = new Date()): string {
  const newest = releaseIds(dataDir)[0];
  const byClock = now.toISOString().replace(/\D/g, '').slice(0, 17);
  return newest && newest >= byClock ? String(BigInt(newest) + 1n) : byClock;
}

/** What a rebuild that was killed left among the releases: one that was not finished, or not all gone. */
export const leftBehind = (dataDir: string): string[] =>
  existsSync(releasesIn(dataDir))
    ? readdirSync(releasesIn(dataDir))
        .filter((name) => name.endsWith(UNFINISHED) || name.endsWith(GOING))
        .map((name) => join(releasesIn(dataDir), name))
    : [];
