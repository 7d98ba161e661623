import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, dirname } from 'node:path';
import { z } from 'zod';

const KEEP = 3;
const CARD = '.release.json';

const Release = z.object({ sources: z.string(), cursor: z.string(), builtAt: z.string(), origin: z.string() });
/** What a release was made from. */
export type Release = z.infer<typeof Release>;

/** The card of the release that is being served; null when there is none, or it cannot be read. */
export function currentRelease(siteDir: string): Release | null {
  try {
    return Release.parse(JSON.parse(readFileSync(join(siteDir, CARD), 'utf8')));
  } catch {
    return null;
  }
}

const releasesDir = (dataDir: string) => join(dataDir, 'releases');

/** A folder for the next release; what an unfinished build left is removed. */
export function newReleaseDir(dataDir: string): string {
  const dir = releasesDir(dataDir);
  mkdirSync(dir, { recursive: true });
  for (const name of readdirSync(dir)) if (name.endsWith('.building')) rmSync(join(dir, name), { recursive: true });
  return join(dir, `${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}.building`);
}

/** Switches the site to a built folder in one step (a rename), and keeps the last releases for a way back. */
export function publish({
  outDir,
  siteDir,
  dataDir,
  release,
}: {
  outDir: string;
  siteDir: string;
  dataDir: string;
  release: Release;
}): void {
  writeFileSync(join(outDir, CARD), JSON.stringify(release));
  const finished = outDir.replace(/\.building$/, '');
  renameSync(outDir, finished);
  const link = `${siteDir}.next`;
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(siteDir), finished), link);
  renameSync(link, siteDir);
  dropOld(dataDir, basename(realpathSync(siteDir)));
}

function dropOld(dataDir: string, current: string) {
  const all = readdirSync(releasesDir(dataDir))
    .filter((name) => /^\d+$/.test(name))
    .sort()
    .reverse();
  for (const name of all.filter((each) => each !== current).slice(KEEP - 1))
    rmSync(join(releasesDir(dataDir), name), { recursive: true });
}
