import { existsSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '#domain/limits/durations.ts';
import { type Bundle, bundlePaths } from '../bundle/bundle.ts';
import { HASHED_FOLDER, namesIn } from './folders.ts';
import type { Release } from './manifest.ts';

/** Chosen: a tab that is open during an update can load its old scripts for a day. */
const RETENTION_MS = DAY;

/** Returns the earlier bundles whose retention time has not ended. */
export function previousBundlesOf(
  previous: Release | null,
  { name }: Bundle,
  now: Date,
): Release['previousBundles'] {
  if (!previous) return [];
  const replaced = {
    bundle: previous.bundle,
    until: new Date(now.getTime() + RETENTION_MS).toISOString(),
  };
  return [replaced, ...previous.previousBundles].filter(
    ({ bundle, until }) => bundle !== name && Date.parse(until) > now.getTime(),
  );
}

export function linkPreviousBundles(
  previousBundles: Release['previousBundles'],
  { dataDir, outDir }: { dataDir: string; outDir: string },
): void {
  for (const { bundle } of previousBundles) {
    const from = join(bundlePaths(dataDir, bundle).clientDir, HASHED_FOLDER);
    for (const name of namesIn(from)) {
      const to = join(outDir, HASHED_FOLDER, name);
      if (!existsSync(to)) linkSync(join(from, name), to);
    }
  }
}
