import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { checkRelease } from './check.ts';
import { currentRelease, newReleaseDir, publish, type Release } from './publish.ts';
import { planRelease } from './plan.ts';

export interface RebuildOptions {
  /** Where the public API answers while building: `http://127.0.0.1:4321`. */
  apiOrigin: string;
  /** The site's own address, for canonical links. */
  origin: string;
  projectDir: string;
  /** Releases live in `<dataDir>/releases`; `siteDir` is the link to the current one. */
  dataDir: string;
  siteDir: string;
  tell?: (how: string) => void;
}

/** Another rebuild is running; this one left (design §5). */
export class RebuildRunning extends Error {}

/**
 * Builds the site when the sources or the catalogue changed since the current release, checks it, and switches to it in
 * one step. A failed build throws and leaves the running site alone. Returns whether anything was built.
 */
export async function rebuild(options: RebuildOptions): Promise<'built' | 'fresh'> {
  const current = currentRelease(options.siteDir);
  const plan = await planRelease(options, current);
  if (plan.isFresh) return 'fresh';
  const unlock = lock(options.dataDir);
  try {
    const outDir = newReleaseDir(options.dataDir);
    await build({ ...options, outDir });
    checkRelease(outDir);
    const release: Release = {
      sources: plan.sources,
      cursor: plan.cursor,
      builtAt: new Date().toISOString(),
      origin: options.origin,
    };
    publish({ outDir, siteDir: options.siteDir, dataDir: options.dataDir, release });
    return 'built';
  } finally {
    unlock();
  }
}

function lock(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'rebuild.lock');
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (holder && holder !== process.pid && isAlive(holder))
    throw new RebuildRunning(`Process ${holder} is rebuilding the site already`);
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
