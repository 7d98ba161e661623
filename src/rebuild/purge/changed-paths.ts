import { FILM_SHELL, SHELLS } from '../hosts/rules.ts';
import { differenceOf } from '../publish/site-files.ts';
import { type Release, STAMP } from '../release/card.ts';

/** Their names change with what is in them. */
const FOREVER = /^_astro\//;
/** Pages for every value of a parameter: what viewers ask them by is nowhere written down. */
const UNLISTED = new Set([FILM_SHELL, ...SHELLS.map(({ file }) => file)].map((file) => file.slice(1)));

/**
 * The paths under which viewers ask for what one release has other than another, or no more; null when they cannot all be
 * named: with other sources or settings every shell is another page, under any value of its parameters.
 */
export function changedPaths(dataDir: string, from: Release | null, to: Release): string[] | null {
  if (from?.sources !== to.sources) return null;
  const { put, gone } = differenceOf(dataDir, from, to);
  const files = [...put.keys(), ...gone, STAMP].filter((file) => !FOREVER.test(file) && !UNLISTED.has(file));
  return files.map(pathOf);
}

/** As links write it: `v/kite/Ab3/index.html` → `/v/kite/Ab3`, without a slash at the end. */
const pathOf = (file: string) =>
  `/${file
    .replace(/(^|\/)index\.html$/, '')
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%3B', ';'))
    .join('/')}`;
