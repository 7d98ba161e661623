import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITEMAP_INDEX } from '#domain/sitemap.ts';
import type { Bundle } from '../bundle/bundle.ts';
import type { Batches } from '../plan/batches.ts';
import type { Plan } from '../plan/plan.ts';
import type { RenderedFilm, RenderMessage } from '../render/render-messages.ts';
import { releaseDir, releasesDir, shardDir, shardsDir } from './folders.ts';
import { persistPublicPaths, newPathsIn } from './fsync.ts';
import { type LeftOutFilm, manifestFiles, type Release } from './manifest.ts';
import { linkPreviousBundles } from './previous-bundles.ts';
import { readShardIndex, removeFilmPage, type ShardChanges, updateShards } from './shards.ts';
import { writeSitemaps } from './sitemaps.ts';

interface AssembleOptions {
  id: string;
  outDir: string;
  dataDir: string;
  origin: string;
  bundle: Bundle;
  messages: RenderMessage[];
  batches: Batches;
  plan: Plan;
  /** Null if nothing of the previous release is reused. */
  previous: Release | null;
  previousBundles: Release['previousBundles'];
}

export interface AssembledRelease {
  release: Release;
  /** Paths of all pages except films. */
  pages: string[];
  written: RenderedFilm[];
  removed: ShardChanges['removed'];
  /** Removes the pages of films before `finish`. */
  leaveOut: (films: LeftOutFilm[]) => void;
  /** Writes the release to disk durably and moves it to its final name. */
  finish: () => Promise<void>;
}

export async function assemble(options: AssembleOptions): Promise<AssembledRelease> {
  const { id, outDir, dataDir, bundle, plan, batches, origin, previous, previousBundles } = options;
  const pages = options.messages.flatMap((message) =>
    message.kind === 'pages' ? message.urlPaths : [],
  );
  const filmMessages = filmMessagesInOrder(options);
  // A film that changed during the build is rendered twice. The Map keeps the later page.
  const rendered = new Map(
    filmMessages.flatMap(({ films }) => films).map((film) => [film.key, film]),
  );
  linkTree(bundle.clientDir, outDir);
  linkPreviousBundles(previousBundles, options);
  const missingKeys =
    plan.hasAllFilms && previous ? findMissingKeys(previous, dataDir, rendered) : [];
  const removedKeys = new Set([...batches.removedKeys, ...missingKeys]);
  const changes = updateShards({
    ...options,
    previousShards: previous?.shards ?? {},
    renderedFilms: [...rendered.values()],
    removedKeys: [...removedKeys],
  });
  // A plain build has its sitemaps already.
  if (!existsSync(join(outDir, SITEMAP_INDEX)))
    writeSitemaps({
      outDir,
      previousDir: previous && !plan.hasAllFilms ? releaseDir(dataDir, previous.id) : null,
      origin,
      renderedParts: filmMessages.flatMap(({ parts }) => parts),
      removedFilms: changes.removed.filter(({ key }) => removedKeys.has(key)),
    });
  const release: Release = {
    id,
    sources: plan.sourcesDigest,
    bundle: bundle.name,
    previousBundles: previousBundles,
    cursor: batches.cursor,
    siteContent: plan.siteContentDigest,
    builtAt: plan.now.toISOString(),
    origin,
    films: (previous?.films ?? 0) + changes.filmCountChange,
    leftOut: (previous?.leftOut ?? []).filter(
      ({ key }) => !rendered.has(key) && !removedKeys.has(key),
    ),
    shards: changes.shards,
  };
  writeManifest(outDir, release);
  return {
    release,
    pages,
    written: changes.written,
    removed: changes.removed,
    leaveOut: (films) => leaveOutFilms(options, { release, changes }, films),
    finish: () => finishRelease(options, changes),
  };
}

const writeManifest = (outDir: string, release: Release) =>
  Object.entries(manifestFiles(release)).forEach(([name, text]) =>
    writeFileSync(join(outDir, name), text),
  );

function leaveOutFilms(
  { id, outDir, dataDir }: AssembleOptions,
  { release, changes }: { release: Release; changes: ShardChanges },
  films: LeftOutFilm[],
) {
  if (films.length === 0) return;
  for (const { key } of films) {
    const removedFile = removeFilmPage(dataDir, { id, shards: release.shards }, key);
    changes.newPaths = changes.newPaths.filter((path) => path !== removedFile);
  }
  release.films -= films.length;
  release.leftOut.push(...films);
  writeManifest(outDir, release);
}

const filmMessagesInOrder = ({ messages, batches }: AssembleOptions) =>
  messages
    .filter((message) => message.kind === 'films')
    .sort((a, b) => batches.files.indexOf(a.batchFile) - batches.files.indexOf(b.batchFile));

/** Returns the keys of the previous release's films that a rebuild of all films did not render. */
const findMissingKeys = (
  { shards }: Release,
  dataDir: string,
  rendered: Map<string, RenderedFilm>,
): string[] =>
  Object.entries(shards)
    .flatMap(([shard, version]) => Object.keys(readShardIndex(shardDir(dataDir, shard, version))))
    .filter((key) => !rendered.has(key));

function linkTree(from: string, to: string) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) linkTree(join(from, entry.name), join(to, entry.name));
    else linkSync(join(from, entry.name), join(to, entry.name));
  }
}

async function finishRelease(
  { id, outDir, dataDir }: AssembleOptions,
  { shards, newPaths }: ShardChanges,
) {
  const allShardsDir = shardsDir(dataDir);
  const writtenShards = Object.keys(shards).filter((shard) => shards[shard] === id);
  const shardPaths =
    writtenShards.length > 0
      ? [...newPaths, ...writtenShards.map((shard) => join(allShardsDir, shard)), allShardsDir]
      : [];
  await persistPublicPaths([...shardPaths, ...newPathsIn(outDir)]);
  renameSync(outDir, releaseDir(dataDir, id));
  await persistPublicPaths([releasesDir(dataDir)]);
}
