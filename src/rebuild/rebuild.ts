import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOf } from './bundle/bundle.ts';
import { checkRelease } from './check/check.ts';
import { lock } from './lock.ts';
import { writeBatches } from './plan/batches.ts';
import { catalogueAt } from './plan/catalogue.ts';
import { type Plan, planRelease } from './plan/plan.ts';
import { digestOfSources } from './plan/sources.ts';
import { assemble } from './release/assemble.ts';
import { type Release, releaseAt } from './release/card.ts';
import { dropUnfinished, nextReleaseId, unfinishedDir } from './release/folders.ts';
import { heldFrom, letGo } from './release/held.ts';
import { dropOld, switchTo } from './release/switch.ts';
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
  tell?: (how: string) => void;
}

export interface Report {
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
  if (before.why === null || options.dryRun)
    return reportOf(before, before.why === null ? 'fresh' : 'planned', releaseAt(siteDir));
  const unlock = await lock(dataDir, { wait: options.wait ?? false });
  try {
    const wasKilled = dropUnfinished(dataDir);
    // Another rebuild may just have ended.
    const plan = await planNow(options);
    if (plan.why === null) return reportOf(plan, 'fresh', releaseAt(siteDir));
    return await make(plan, options, wasKilled);
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

async function make(plan: Plan, options: RebuildOptions, sweeps: boolean): Promise<Report> {
  const { apiOrigin, dataDir, siteDir, origin, settings, tell } = options;
  const current = releaseAt(siteDir);
  const id = nextReleaseId(dataDir);
  const outDir = unfinishedDir(dataDir, id);
  const aside = `${outDir.replace(/\.building$/, '')}.parts.building`;
  try {
    const bundle = await bundleOf(plan.sources, options);
    const batches = await writeBatches(catalogueAt(apiOrigin), plan, join(aside, 'batches'));
    const told: Told[] = [];
    const where = { rendererDir: bundle.rendererDir, pagesDir: outDir, filmsDir: join(aside, 'films') };
    await draw({
      ...where,
      apiOrigin,
      settings,
      now: plan.now,
      batches: batches.files,
      hear: hearing(told, batches.films, tell),
    });
    tell?.('putting it together');
    const made = await assemble({
      id,
      outDir,
      bundle,
      told,
      batches,
      plan,
      current,
      origin,
      dataDir,
      startsAnew: options.full,
    });
    await checkRelease({
      ...made,
      outDir,
      dataDir,
      origin,
      catalogue: catalogueAt(apiOrigin),
      overBudget: options.overBudget,
    });
    await made.finish();
    switchTo(siteDir, dataDir, id);
    letGo(dataDir);
    dropOld(siteDir, dataDir, { sweeps });
    return {
      ...reportOf(plan, 'built', made.release),
      drawn: batches.films,
      written: made.written.length,
      taken: made.taken.length,
    };
  } finally {
    rmSync(aside, { recursive: true, force: true });
    rmSync(outDir, { recursive: true, force: true });
  }
}

function hearing(told: Told[], films: number, tell: RebuildOptions['tell']) {
  let done = 0;
  return (each: Told) => {
    told.push(each);
    if (each.is === 'films') tell?.(`${(done += each.films.length)} of ${films} films`);
  };
}
