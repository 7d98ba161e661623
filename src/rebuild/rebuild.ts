import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mediaOrigins } from '#domain/content-policy.ts';
import { operatorLinks } from '#domain/operator-links.ts';
import { type Bundle, type BundleOptions, ensureBundle } from './bundle/bundle.ts';
import { buildPlain, type PlainBuildOptions } from './bundle/plain-build.ts';
import { checkRelease } from './check/check.ts';
import { acquireLock } from './lock.ts';
import { writeBatches } from './plan/batches.ts';
import { createCatalogueClient } from './plan/catalogue.ts';
import { type Plan, planRelease } from './plan/plan.ts';
import { digestOfSources } from './plan/sources.ts';
import {
  activateAndRecordPurges,
  mayBeUnpublished,
  publishActiveRelease,
  type PublishResult,
  type PublishTargets,
} from './publish-targets.ts';
import { assemble } from './release/assemble.ts';
import {
  removeLeftovers,
  removeOldReleases,
  removeUnusedBundles,
  removeUnusedShards,
} from './release/cleanup.ts';
import { nextReleaseId, releaseDir, unfinishedDir } from './release/folders.ts';
import { type LeftOutFilm, readRelease, type Release } from './release/manifest.ts';
import { previousBundlesOf } from './release/previous-bundles.ts';
import { clearRolledBack, readRolledBack } from './release/rolled-back.ts';
import { linkPreviousShards } from './release/shards.ts';
import { renderPages } from './render/render-pages.ts';
import type { RenderMessage } from './render/render-messages.ts';

export interface RebuildOptions extends PublishTargets {
  /** The origin of the public API during the build: `http://127.0.0.1:4321`. */
  apiOrigin: string;
  origin: string;
  projectDir: string;
  /** Environment variables. Those that pages show are part of the sources digest. */
  settings: NodeJS.ProcessEnv;
  /** The time that pages are rendered for. */
  now?: () => Date;
  /** Renders all films and reuses nothing of the previous release. */
  full?: boolean | undefined;
  /**
   * As `full`, by Astro's own build instead of the page renderer, which works with one version of
   * Astro (render/astro-internals.ts).
   */
  plain?: boolean | undefined;
  /** Waits for another rebuild to end. Without it, a running rebuild causes RebuildRunningError. */
  wait?: boolean | undefined;
  dryRun?: boolean | undefined;
  allowOverBudget?: boolean | undefined;
  /** Aborted: the rebuild stops at its next step, and the active release stays. */
  signal?: AbortSignal | undefined;
  /** `done`: the rendered share of the films, 0 to 1. */
  onProgress?: (step: string, done?: number) => void;
}

/** Also the JSON output of `cinema rebuild`: its keys and values are public. */
export interface RebuildReport extends PublishResult {
  /** `fresh`: the site was up to date. `planned`: a dry run of a needed build. */
  outcome: 'built' | 'fresh' | 'planned';
  /** The reason for the build; null when the site is up to date. */
  reason: string | null;
  /** Id of the active release after the rebuild. */
  release: string | null;
  /** Rendered films. */
  rendered: number;
  /** Film pages with new content. */
  written: number;
  /** Film pages that were removed or have a new address. */
  removed: number;
  /** All films of the release whose own page cannot be published, and why. */
  leftOut: LeftOutFilm[];
  /** One line for each page that its texts made heavier than its budget. */
  overBudget: string[];
}

/** Builds the bundle before the first rebuild. A bundle does not depend on the database. */
export async function prepareBundle(options: BundleOptions): Promise<void> {
  const { projectDir, dataDir, origin, settings } = options;
  const releaseLock = await acquireLock(dataDir, { wait: true });
  try {
    await removeLeftovers(dataDir);
    await ensureBundle(digestOfSources(projectDir, origin, settings), options);
  } finally {
    releaseLock();
  }
}

/**
 * Builds a release if the sources or the catalogue changed, checks it and activates it atomically.
 * Unchanged files are linked from the active release. A failure throws RebuildError and leaves the
 * active release in place.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildReport> {
  const { siteDir, dataDir } = options;
  const planned = await planNow(options);
  if (options.dryRun)
    return reportOf(planned, planned.reason === null ? 'fresh' : 'planned', readRelease(siteDir));
  if (planned.reason === null && !mayBeUnpublished(options))
    return reportOf(planned, 'fresh', readRelease(siteDir));
  const releaseLock = await acquireLock(dataDir, { wait: options.wait ?? false });
  try {
    await removeLeftovers(dataDir);
    // Another rebuild may have ended while this one waited for the lock.
    const plan = await planNow(options);
    options.signal?.throwIfAborted();
    if (plan.reason !== null) return await buildAndPublish(plan, options);
    return {
      ...reportOf(plan, 'fresh', readRelease(siteDir)),
      ...(await publishActiveRelease(options)),
    };
  } finally {
    releaseLock();
  }
}

const reportOf = (
  { reason }: Plan,
  outcome: RebuildReport['outcome'],
  release: Release | null,
): RebuildReport => ({
  outcome,
  reason: reason,
  release: release?.id ?? null,
  rendered: 0,
  written: 0,
  removed: 0,
  leftOut: release?.leftOut ?? [],
  overBudget: [],
  published: null,
  purge: null,
});

function planNow({
  apiOrigin,
  projectDir,
  origin,
  settings,
  siteDir,
  dataDir,
  now,
  full,
  plain,
}: RebuildOptions) {
  return planRelease(createCatalogueClient(apiOrigin), {
    current: readRelease(siteDir),
    rolledBack: readRolledBack(dataDir),
    sourcesDigest: digestOfSources(projectDir, origin, settings),
    now: now?.() ?? new Date(),
    isFullRequested: full || plain,
  });
}

async function buildAndPublish(plan: Plan, options: RebuildOptions): Promise<RebuildReport> {
  const { dataDir, siteDir } = options;
  const id = nextReleaseId(dataDir);
  const outDir = unfinishedDir(dataDir, id);
  const tempDir = unfinishedDir(dataDir, `${id}.parts`);
  // Runs in parallel: rendering hardly uses the disk.
  const removal = removeOldReleases(siteDir, dataDir);
  removal.catch(() => undefined);
  try {
    const built = await build(plan, options, { id, outDir, tempDir });
    await built.finish();
    await removal;
    options.signal?.throwIfAborted();
    activateAndRecordPurges(options, built.release);
    clearRolledBack(dataDir);
    const { release, rendered, written, removed, overBudget } = built;
    const counts = { rendered, written: written.length, removed: removed.length };
    const report = { ...reportOf(plan, 'built', release), ...counts, overBudget };
    const published = await publishActiveRelease(options);
    removeUnusedBundles(dataDir);
    return { ...report, ...published };
  } catch (error) {
    await removal.catch(() => undefined);
    removeUnusedShards(dataDir);
    removeUnusedBundles(dataDir);
    throw error;
  } finally {
    for (const dir of [tempDir, outDir]) rmSync(dir, { recursive: true, force: true });
  }
}

type BuildTarget = Record<'id' | 'outDir' | 'tempDir', string>;

async function build(plan: Plan, options: RebuildOptions, { id, outDir, tempDir }: BuildTarget) {
  const { apiOrigin, origin, dataDir, settings, onProgress, full, plain, allowOverBudget } =
    options;
  const catalogue = createCatalogueClient(apiOrigin);
  // Before the films are read, which are then as new as the other pages. Not parallel: an error
  // would delete the unfinished bundle.
  const rendererBundle = plain ? null : await ensureBundle(plan.sourcesDigest, options);
  const batches = await writeBatches(catalogue, plan, join(tempDir, 'batches'));
  const current = readRelease(options.siteDir);
  const previous = full || plain ? null : current;
  const work = { ...options, plan, batches, outDir, filmsDir: join(tempDir, 'films') };
  const [{ bundle, messages }] = await Promise.all([
    rendererBundle ? renderChanges(rendererBundle, work) : buildPlain(work),
    previous && linkPreviousShards(outDir, releaseDir(dataDir, previous.id)),
  ]);
  options.signal?.throwIfAborted();
  onProgress?.('assembling the release');
  // From the active release even in a full build: open tabs still load its scripts.
  const previousBundles = previousBundlesOf(current, bundle, plan.now);
  const assembleOptions = {
    id,
    outDir,
    bundle,
    messages,
    batches,
    plan,
    previous,
    previousBundles,
    origin,
    dataDir,
  };
  const assembled = await assemble(assembleOptions);
  const { leftOut, overBudget } = await checkRelease({
    ...assembled,
    outDir,
    origin,
    mediaOrigins: mediaOrigins(settings),
    operatorLinks: operatorLinks(settings).map(({ href }) => href),
    bundle,
    catalogue,
    allowOverBudget,
  });
  assembled.leaveOut(leftOut);
  return { ...assembled, rendered: batches.filmCount, overBudget };
}

async function renderChanges(bundle: Bundle, work: RebuildOptions & PlainBuildOptions) {
  const { plan, batches, outDir, filmsDir, apiOrigin, settings, onProgress } = work;
  const messages: RenderMessage[] = [];
  let renderedCount = 0;
  const onMessage = (message: RenderMessage) => {
    messages.push(message);
    if (message.kind !== 'films') return;
    renderedCount += message.films.length;
    onProgress?.(
      `${renderedCount} of ${batches.filmCount} films`,
      renderedCount / batches.filmCount,
    );
  };
  const folders = { rendererDir: bundle.rendererDir, otherPagesDir: outDir, filmsDir };
  await renderPages({
    ...folders,
    apiOrigin,
    settings,
    now: plan.now,
    batchFiles: batches.files,
    onMessage,
  });
  return { bundle, messages };
}
