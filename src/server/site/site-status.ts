import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { countChangesAfter } from './queries.ts';

const BUILD_INFO_FILE = 'build.json';
const BuildInfo = z.object({
  release: z.string(),
  builtAt: z.iso.datetime(),
  cursor: z.string(),
  leftOut: z.array(z.string()).default([]),
});

/**
 * Reads the age of the active release; null without a release. An old site does not make the server
 * unready.
 */
export async function readSiteStatus({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>) {
  const text = await readFile(join(config.siteDir, BUILD_INFO_FILE), 'utf8').catch(() => null);
  const info = text === null ? null : BuildInfo.safeParse(JSON.parse(text)).data;
  if (!info) return null;
  return {
    release: info.release,
    builtAt: info.builtAt,
    /** Pages of films that the last rebuilds could not publish. */
    leftOut: info.leftOut,
    ageSeconds: Math.max(0, Math.round((now().getTime() - Date.parse(info.builtAt)) / 1000)),
    /**
     * Count of films that changed after the build. A high count for long means that rebuilds fail.
     */
    changesWaiting: await countChangesAfter(db, info.cursor),
  };
}
