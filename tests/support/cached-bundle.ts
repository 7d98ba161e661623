import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bundleOf, dropBundles } from '#rebuild/bundle/bundle.ts';
import { lock } from '#rebuild/lock.ts';
import { digestOfSources } from '#rebuild/plan/sources.ts';
import type { RebuildOptions } from '#rebuild/rebuild.ts';
import { PROJECT } from './project.ts';

const KEPT = join(PROJECT, '.matinee', 'test');

type Site = Pick<RebuildOptions, 'projectDir' | 'origin' | 'settings' | 'dataDir'>;

/**
 * Puts the bundle of a site into its data folder, as if an earlier rebuild had made it. Bundling takes longer than all the rest
 * of a rebuild, so that test files and runs share what was bundled of these very sources; the first that asks makes it.
 */
export async function bringBundle({ dataDir, ...site }: Site): Promise<void> {
  const sources = digestOfSources(site.projectDir, site.origin, site.settings);
  const place = join(dataDir, 'bundles', sources.slice(0, 16));
  if (existsSync(place)) return;
  const unlock = await lock(KEPT, { wait: true });
  try {
    const kept = await bundleOf(digestOfMaking(sources), { ...site, dataDir: KEPT });
    dropBundles(KEPT, new Set([kept.name]));
    cpSync(dirname(kept.clientDir), place, { recursive: true, verbatimSymlinks: true });
  } finally {
    unlock();
  }
}

/** What a site is made of leaves out what bundles it, since a house does not change that by itself. */
function digestOfMaking(sources: string): string {
  const hash = createHash('sha256').update(sources).update(PROJECT);
  for (const file of globSync('src/rebuild/bundle/*.ts', { cwd: PROJECT }).toSorted())
    hash.update(basename(file)).update(readFileSync(join(PROJECT, file)));
  return hash.digest('hex');
}
