import { existsSync, linkSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '#domain/limits.ts';
import { type Bundle, bundleAt } from '../bundle/bundle.ts';
import type { Release } from './card.ts';

/** Files whose names tell what is in them, so that those of several bundles lie side by side. */
const NAMED_BY_CONTENT = '_astro';
/** Chosen: a tab that is open when the site gets other scripts still loads its own until the next day. */
const STAY = DAY;

/** The bundles before one whose day is not over yet. */
export function formersOf(previous: Release | null, { name }: Bundle, now: Date): Release['formers'] {
  if (!previous) return [];
  const left = { bundle: previous.bundle, until: new Date(now.getTime() + STAY).toISOString() };
  const all = [...(previous.bundle === name ? [] : [left]), ...previous.formers];
  return all.filter(({ bundle, until }) => bundle !== name && Date.parse(until) > now.getTime());
}

/** Gives a release the scripts and styles of bundles before its own. */
export function linkFormers(
  formers: Release['formers'],
  { dataDir, outDir }: { dataDir: string; outDir: string },
): void {
  for (const { bundle } of formers) {
    const from = join(bundleAt(dataDir, bundle).clientDir, NAMED_BY_CONTENT);
    for (const name of existsSync(from) ? readdirSync(from) : []) {
      const to = join(outDir, NAMED_BY_CONTENT, name);
      if (!existsSync(to)) linkSync(join(from, name), to);
    }
  }
}
