import { linkSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundle } from '../bundle/bundle.ts';
import type { Batches } from '../plan/batches.ts';
import type { Plan } from '../plan/plan.ts';
import type { DrawnFilm, Told } from '../render/task.ts';
import { cardsOf, type Release } from './card.ts';
import { type DrawerIndex, type Filed, fileFilms, indexOf } from './drawers.ts';
import { newBelow, settle } from './durable.ts';
import { linkFormers } from './formers.ts';
import { drawerDir, drawersIn, releaseDir, releasesIn } from './folders.ts';
import { writeSitemaps } from './sitemaps.ts';

export interface Parts {
  id: string;
  outDir: string;
  dataDir: string;
  origin: string;
  bundle: Bundle;
  told: Told[];
  batches: Batches;
  plan: Plan;
  /** The release before; null when nothing of it is to be kept. */
  previous: Release | null;
  formers: Release['formers'];
}

export interface Assembled {
  release: Release;
  /** Addresses of the pages that are no film's. */
  pages: string[];
  written: DrawnFilm[];
  taken: Filed['taken'];
  /** Brings it to the disk and gives it its name. */
  finish: () => Promise<void>;
}

/** Puts a release together from what was drawn, the bundle's files, and what stays of the release before. */
export async function assemble(parts: Parts): Promise<Assembled> {
  const { id, outDir, dataDir, bundle, plan, batches, origin, previous, formers } = parts;
  const pages = parts.told.flatMap((each) => (each.is === 'pages' ? each.paths : []));
  const pieces = inOrder(parts);
  // A film that changed while it was asked for was drawn twice; the later page holds.
  const drawn = new Map(pieces.flatMap(({ films }) => films).map((film) => [film.key, film]));
  linkTree(bundle.clientDir, outDir);
  linkFormers(formers, parts);
  const gone = new Set([...batches.gone, ...(plan.isWhole && previous ? leftOut(previous, dataDir, drawn) : [])]);
  const filed = fileFilms({ ...parts, before: previous?.drawers ?? {}, drawn: [...drawn.values()], gone: [...gone] });
  writeSitemaps({
    outDir,
    previousDir: previous && !plan.isWhole ? releaseDir(dataDir, previous.id) : null,
    origin,
    drawn: pieces.flatMap((piece) => piece.parts),
    gone: filed.taken.filter(({ key }) => gone.has(key)),
  });
  const release: Release = {
    id,
    sources: plan.sources,
    bundle: bundle.name,
    formers,
    cursor: batches.cursor,
    surroundings: plan.surroundings,
    builtAt: plan.now.toISOString(),
    origin,
    films: (previous?.films ?? 0) + filed.more,
    drawers: filed.drawers,
  };
  for (const [name, text] of Object.entries(cardsOf(release))) writeFileSync(join(outDir, name), text);
  return { release, pages, ...filed, finish: () => finish(parts, filed) };
}

/** What was drawn, in the order of the batches. */
const inOrder = ({ told, batches }: Parts) =>
  told
    .filter((each) => each.is === 'films')
    .sort((a, b) => batches.files.indexOf(a.batch) - batches.files.indexOf(b.batch));

/** The films of a release that a whole catalogue no longer has. */
const leftOut = ({ drawers }: Release, dataDir: string, drawn: Map<string, DrawnFilm>): string[] =>
  Object.entries(drawers)
    .flatMap(([drawer, version]): string[] => Object.keys(indexOf(drawerDir(dataDir, drawer, version)) as DrawerIndex))
    .filter((key) => !drawn.has(key));

function linkTree(from: string, to: string) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) linkTree(join(from, entry.name), join(to, entry.name));
    else linkSync(join(from, entry.name), join(to, entry.name));
  }
}

async function finish({ id, outDir, dataDir }: Parts, { drawers, fresh }: Filed) {
  const all = drawersIn(dataDir);
  const filled = Object.keys(drawers).filter((drawer) => drawers[drawer] === id);
  const drawn = filled.length > 0 ? [...fresh, ...filled.map((drawer) => join(all, drawer)), all] : [];
  await settle([...drawn, ...newBelow(outDir)]);
  renameSync(outDir, releaseDir(dataDir, id));
  await settle([releasesIn(dataDir)]);
}
