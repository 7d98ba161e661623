import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { changesAfter } from './queries.ts';

const STAMP = 'build.json';
const Stamp = z.object({ release: z.string(), builtAt: z.iso.datetime(), cursor: z.string() });

export interface Freshness {
  release: string;
  builtAt: string;
  ageSeconds: number;
  /** Films that changed, or left, since; more than a few for long means that rebuilds fail. */
  changesWaiting: number;
}

/** How fresh the site in this house's folder is; null where there is none. An old site is a fact to watch, and no reason to serve nobody. */
export async function siteFreshness({
  config,
  db,
  now,
}: Pick<Deps, 'config' | 'db' | 'now'>): Promise<Freshness | null> {
  const text = await readFile(join(config.siteDir, STAMP), 'utf8').catch(() => null);
  const stamp = text === null ? null : Stamp.safeParse(JSON.parse(text)).data;
  if (!stamp) return null;
  return {
    release: stamp.release,
    builtAt: stamp.builtAt,
    ageSeconds: Math.max(0, Math.round((now().getTime() - Date.parse(stamp.builtAt)) / 1000)),
    changesWaiting: await changesAfter(db, stamp.cursor),
  };
}
