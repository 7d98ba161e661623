import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { href } from '#routes.ts';
import { cardsOf, type Release } from '../release/card.ts';
import { type DrawerIndex, indexOf } from '../release/drawers.ts';
import { drawerDir, releaseDir } from '../release/folders.ts';

/** Files of a release by the paths under which they are asked for: `v/kite/Ab3/index.html` → its place on this disk. */
export type SiteFiles = Map<string, string>;

export interface Difference {
  /** New, or with another content. */
  put: SiteFiles;
  /** No longer there. */
  gone: string[];
}

/** Told apart from the pages: they are the release's own word, and written last or not at all. */
const CARDS = new Set(Object.keys(cardsOf({} as Release)));

const pathOf = (key: string, slug: string) =>
  `${decodeURIComponent(href('publicMovie', { movie_name: slug, movie_id: key }).slice(1))}/index.html`;

/** Every file of a release. */
export const filesOf = (dataDir: string, release: Release): SiteFiles => differenceOf(dataDir, null, release).put;

/** What another release has other than one; drawers that both have are not opened. */
export function differenceOf(dataDir: string, from: Release | null, to: Release): Difference {
  const films = inDrawers(dataDir, from, to);
  const old = from ? besides(releaseDir(dataDir, from.id)) : new Map<string, string>();
  const own = besides(releaseDir(dataDir, to.id));
  const changed = [...own].filter(([path, file]) => !old.has(path) || !isSame(old.get(path)!, file));
  return {
    put: new Map([...changed, ...films.put]),
    gone: [...[...old.keys()].filter((path) => !own.has(path)), ...films.gone],
  };
}

function inDrawers(dataDir: string, from: Release | null, to: Release): Difference {
  const difference: Difference = { put: new Map(), gone: [] };
  const before = from?.drawers ?? {};
  const contentOf = (drawer: string, version: string | undefined): DrawerIndex =>
    version === undefined ? {} : indexOf(drawerDir(dataDir, drawer, version));
  for (const drawer of new Set([...Object.keys(before), ...Object.keys(to.drawers)])) {
    if (before[drawer] === to.drawers[drawer]) continue;
    const [old, own] = [contentOf(drawer, before[drawer]), contentOf(drawer, to.drawers[drawer])];
    for (const [key, film] of Object.entries(own))
      if (old[key]?.digest !== film.digest || old[key].slug !== film.slug)
        difference.put.set(
          pathOf(key, film.slug),
          join(drawerDir(dataDir, drawer, to.drawers[drawer]!), `${key}.html`),
        );
    for (const [key, film] of Object.entries(old))
      if (own[key]?.slug !== film.slug) difference.gone.push(pathOf(key, film.slug));
  }
  return difference;
}

/** A release's files but for films' pages, which its folder holds by links, and its cards. */
function besides(dir: string, folder = ''): SiteFiles {
  return new Map(
    readdirSync(join(dir, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) return [...besides(dir, path)];
      return entry.isFile() && !CARDS.has(path) ? [[path, join(dir, path)] as const] : [];
    }),
  );
}

const isSame = (one: string, other: string) => statSync(one).ino === statSync(other).ino || md5Of(one) === md5Of(other);

export const md5Of = (file: string): string => createHash('md5').update(readFileSync(file)).digest('hex');
