import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mediaOrigins } from '#domain/content-policy.ts';
import { operatorLinks } from '#domain/operator-links.ts';
import type { Cdn } from '#server/ports/publisher/cdn.ts';
import type { Publisher } from '#server/ports/publisher/publisher.ts';
import { bundleOf } from './bundle/bundle.ts';
import { checkRelease } from './check/check.ts';
import { bringOut, type BroughtOut, goLive, mayBeBehind } from './live.ts';
import { lock } from './lock.ts';
import { writeBatches } from './plan/batches.ts';
import { catalogueAt } from './plan/catalogue.ts';
import { type Plan, planRelease } from './plan/plan.ts';
import { digestOfSources } from './plan/sources.ts';
import { assemble } from './release/assemble.ts';
import { type Release, releaseAt } from './release/card.ts';
import { hangAsBefore } from './release/drawers.ts';
import { formersOf } from './release/formers.ts';
import { nextReleaseId, releaseDir, unfinishedDir } from './release/folders.ts';
import { heldFrom, letGo } from './release/held.ts';
import { clearLeft, dropOld, dropUnusedBundles, sweepDrawers } from './release/switch.ts';
import { draw } from './render/draw.ts';
import type { Told } from './render/task.ts';

export interface RebuildOptions {
  /** Where the public API answers while building: `http://127.0.0.1:4321`. */
  apiOrigin: string;
  /** The site's own address, for canonical links. */
  origin: string;
  projectDir: string;
  /** Releases live in `<dataDir>/releases`; `siteDir` is the link to the current one. */
  dataDir: string;
  siteDir: string;
  /** The environment; those of its settings that pages show are part of the sources. */
  settings: NodeJS.ProcessEnv;
  /** The moment that pages go by; the present one otherwise. */
  now?: () => Date;
  /** Draws all films anew, from nothing. */
  full?: boolean | undefined;
  /** Waits for another rebuild to end; otherwise leaves with RebuildRunning. */
  wait?: boolean | undefined;
  /** Only says what would be done. */
  dryRun?: boolean | undefined;
  /** Publishes also what is heavier than its budget. */
  overBudget?: boolean | undefined;
  /** Where the site is published besides `siteDir`. */
  publisher?: Publisher | null | undefined;
  /** The delivery network before the site, which hears of what changed when it is live. */
  cdn?: Cdn | null | undefined;
  /** Hears what is done at the moment, and which part (0 to 1) of the films is drawn. */
  tell?: (how: string, done?: number) => void;
}

export interface Report extends BroughtOut {
  did: 'built' | 'fresh' | 'planned';
  /** Why, when there was anything to do. */
  why: string | null;
  /** The release that is served afterwards. */
  release: string | null;
  /** Films that were drawn, pages of films that changed, and those that are gone or have another address. */
  drawn: number;
  written: number;
  taken: number;
}

/**
 * Makes a new release of the site when the sources or the catalogue changed since the current one, checks it, and switches to
 * it in one step. Its cost follows the change: what did not change is taken over by links. When anything fails it throws one
 * sentence and leaves the running site alone.
 */
export async function rebuild(options: RebuildOptions): Promise<Report> {
  const { siteDir, dataDir } = options;
  const before = await planNow(options);
  if (options.dryRun) return reportOf(before, before.why === null ? 'fresh' : 'planned', releaseAt(siteDir));
  if (before.why === null && !mayBeBehind(options)) return reportOf(before, 'fresh', releaseAt(siteDir));
  const unlock = await lock(dataDir, { wait: options.wait ?? false });
  try {
    await clearLeft(dataDir);
    // Another rebuild may just have ended.
    const plan = await planNow(options);
    if (plan.why === null) return { ...reportOf(plan, 'fresh', releaseAt(siteDir)), ...(await bringOut(options)) };
    return await make(plan, options);
  } finally {
    unlock();
  }
}

const reportOf = ({ why }: Plan, did: Report['did'], release: Release | null): Report => ({
  did,
  why,
  release: release?.id ?? null,
  drawn: 0,
  written: 0,
  taken: 0,
  published: null,
  purge: null,
});

function planNow({ apiOrigin, projectDir, origin, settings, siteDir, dataDir, now, full }: RebuildOptions) {
  return planRelease(catalogueAt(apiOrigin), {
    current: releaseAt(siteDir),
    held: heldFrom(dataDir),
    sources: digestOfSources(projectDir, origin, settings),
    now: now?.() ?? new Date(),
    isWhole: full,
  });
}

async function make(plan: Plan, options: RebuildOptions): Promise<Report> {
  const { dataDir, siteDir } = options;
  const id = nextReleaseId(dataDir);
  const outDir = unfinishedDir(dataDir, id);
  const aside = unfinishedDir(dataDir, `${id}.parts`);
  // Beside the drawing, which leaves the disk alone.
  const dropping = dropOld(siteDir, dataDir);
  dropping.catch(() => undefined);
  try {
    const made = await build(plan, options, { id, outDir, aside });
    await made.finish();
    await dropping;
    goLive(options, made.release);
    letGo(dataDir);
    const { release, drawn, written, taken } = made;
    const report = { ...reportOf(plan, 'built', release), drawn, written: written.length, taken: taken.length };
    const out = await bringOut(options);
    dropUnusedBundles(dataDir);
    return { ...report, ...out };
  } catch (error) {
    await dropping.catch(() => undefined);
    sweepDrawers(dataDir);
    dropUnusedBundles(dataDir);
    throw error;
  } finally {
    for (const dir of [aside, outDir]) rmSync(dir, { recursive: true, force: true });
  }
}

interface Place {
  id: string;
  outDir: string;
  /** For what is no longer needed when the release is whole. */
  aside: string;
}

async function build(plan: Plan, options: RebuildOptions, { id, outDir, aside }: Place) {
  const { apiOrigin, origin, dataDir, settings, tell, full: startsAnew, overBudget: mayWeighMore } = options;
  const catalogue = catalogueAt(apiOrigin);
  const bundle = await bundleOf(plan.sources, options);
  const batches = await writeBatches(catalogue, plan, join(aside, 'batches'));
  const told: Told[] = [];
  const hear = hearing(told, batches.films, tell);
  const where = { rendererDir: bundle.rendererDir, pagesDir: outDir, filmsDir: join(aside, 'films') };
  const current = releaseAt(options.siteDir);
  const previous = startsAnew ? null : current;
  await Promise.all([
    draw({ ...where, apiOrigin, settings, now: plan.now, batches: batches.files, hear }),
    previous && hangAsBefore(outDir, releaseDir(dataDir, previous.id)),
  ]);
  tell?.('putting it together');
  // Tabs are open also when all is drawn from nothing.
  const formers = formersOf(current, bundle, plan.now);
  const made = await assemble({ id, outDir, bundle, told, batches, plan, previous, formers, origin, dataDir });
  await checkRelease({
    ...made,
    outDir,
    origin,
    mediaOrigins: mediaOrigins(settings),
    operatorLinks: operatorLinks(settings).map(({ href }) => href),
    bundle,
    catalogue,
    mayWeighMore,
  });
  return { ...made, drawn: batches.films };
}

function hearing(told: Told[], films: number, tell: RebuildOptions['tell']) {
  let done = 0;
  return (each: Told) => {
    told.push(each);
    if (each.is !== 'films') return;
    done += each.films.length;
    tell?.(`${done} of ${films} films`, done / films);
  };
}
