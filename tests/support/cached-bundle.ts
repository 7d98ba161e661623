import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ensureBundle, removeBundlesExcept } from '#rebuild/bundle/bundle.ts';
import { acquireLock } from '#rebuild/lock.ts';
import { digestOfSources } from '#rebuild/plan/sources.ts';
import type { RebuildOptions } from '#rebuild/rebuild.ts';
import { PROJECT } from './project.ts';

const CACHE_DIR = join(PROJECT, '.matinee', 'test');

type Site = Pick<RebuildOptions, 'projectDir' | 'origin' | 'settings' | 'dataDir'>;

/** Copies a bundle into the data folder. All test files and runs share it, because its build is the slowest part of a rebuild. */
export async function copyCachedBundle({ dataDir, ...site }: Site): Promise<void> {
  const sources = digestOfSources(site.projectDir, site.origin, site.settings);
  const target = join(dataDir, 'bundles', sources.slice(0, 16));
  if (existsSync(target)) return;
  const releaseLock = await acquireLock(CACHE_DIR, { wait: true });
  try {
    const cached = await ensureBundle(digestWithBundler(sources), { ...site, dataDir: CACHE_DIR });
    removeBundlesExcept(CACHE_DIR, new Set([cached.name]));
    cpSync(dirname(cached.clientDir), target, { recursive: true, verbatimSymlinks: true });
  } finally {
    releaseLock();
  }
}

/** Adds the bundling code to the digest of the sources, which does not contain it. */
function digestWithBundler(sources: string): string {
  const hash = createHash('sha256').update(sources).update(PROJECT);
  for (const file of globSync('src/rebuild/{bundle/*,render/astro-internals}.ts', {
    cwd: PROJECT,
  }).toSorted())
    hash.update(basename(file)).update(readFileSync(join(PROJECT, file)));
  return hash.digest('hex');
}
