import { readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { dropBundles } from '../bundle/bundle.ts';
import { type Release, releaseAt } from './card.ts';
import { settleNow } from './durable.ts';
import { releaseDir, releaseIds } from './folders.ts';

/** Chosen: the one that is served and two to go back to. */
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

/** Removes the releases that are no longer kept, and what only they needed. `sweeps` looks through all drawers for what a killed rebuild left. */
export function dropOld(siteDir: string, dataDir: string, { sweeps = false } = {}): void {
  const served = servedId(siteDir);
  const old = releaseIds(dataDir).filter((id) => id !== served);
  const kept = [served, ...old.slice(0, KEEP - 1)].flatMap((id) => (id && releaseAt(releaseDir(dataDir, id))) || []);
  const dropped = old.slice(KEEP - 1);
  const cards = dropped.flatMap((id) => releaseAt(releaseDir(dataDir, id)) ?? []);
  for (const id of dropped) rmSync(releaseDir(dataDir, id), { recursive: true });
  if (sweeps) sweepDrawers(dataDir, kept);
  else dropDrawers(dataDir, cards, kept);
  dropBundles(dataDir, new Set(kept.map(({ bundle }) => bundle)));
}

const inUse = (releases: Release[]) =>
  new Set(releases.flatMap(({ drawers }) => Object.entries(drawers).map(([drawer, version]) => join(drawer, version))));

function dropDrawers(dataDir: string, dropped: Release[], kept: Release[]) {
  const needed = inUse(kept);
  for (const each of inUse(dropped))
    if (!needed.has(each)) rmSync(join(dataDir, 'drawers', each), { recursive: true, force: true });
}

function sweepDrawers(dataDir: string, kept: Release[]) {
  const needed = inUse(kept);
  const all = join(dataDir, 'drawers');
  for (const drawer of existsSync(all) ? readdirSync(all) : [])
    for (const version of readdirSync(join(all, drawer)))
      if (!needed.has(join(drawer, version))) rmSync(join(all, drawer, version), { recursive: true });
}
