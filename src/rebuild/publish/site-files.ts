import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { releaseDir, shardDir } from '../release/folders.ts';
import { MANIFEST_FILES, type Release } from '../release/manifest.ts';
import { filmUrlPath, readShardIndex, type ShardIndex } from '../release/shards.ts';

/** Local files by public path: `v/kite/Ab3/index.html`. */
type SiteFiles = Map<string, string>;

export interface FileChanges {
  changed: SiteFiles;
  removed: string[];
}

const filmFile = (key: string, slug: string) => `${filmUrlPath(key, slug).slice(1)}/index.html`;

export const releaseFiles = (dataDir: string, release: Release): SiteFiles =>
  fileChangesBetween(dataDir, null, release).changed;

/** Compares two releases without reading the shards that both use. */
export function fileChangesBetween(
  dataDir: string,
  from: Release | null,
  to: Release,
): FileChanges {
  const filmChanges = filmChangesBetween(dataDir, from, to);
  const oldFiles = from ? nonFilmFilesIn(releaseDir(dataDir, from.id)) : new Map<string, string>();
  const newFiles = nonFilmFilesIn(releaseDir(dataDir, to.id));
  const changed = [...newFiles].filter(([path, file]) => !hasSameContent(oldFiles.get(path), file));
  return {
    changed: new Map([...changed, ...filmChanges.changed]),
    removed: [
      ...[...oldFiles.keys()].filter((path) => !newFiles.has(path)),
      ...filmChanges.removed,
    ],
  };
}

function filmChangesBetween(dataDir: string, from: Release | null, to: Release): FileChanges {
  const changes: FileChanges = { changed: new Map(), removed: [] };
  const oldShards = from?.shards ?? {};
  const newShards = to.shards;
  const readIndex = (shard: string, version: string | undefined): ShardIndex =>
    version === undefined ? {} : readShardIndex(shardDir(dataDir, shard, version));
  for (const shard of new Set([...Object.keys(oldShards), ...Object.keys(newShards)])) {
    if (oldShards[shard] === newShards[shard]) continue;
    const [oldIndex, newIndex] = [
      readIndex(shard, oldShards[shard]),
      readIndex(shard, newShards[shard]),
    ];
    for (const [key, film] of Object.entries(newIndex))
      if (oldIndex[key]?.digest !== film.digest || oldIndex[key].slug !== film.slug)
        changes.changed.set(
          filmFile(key, film.slug),
          join(shardDir(dataDir, shard, newShards[shard]!), `${key}.html`),
        );
    for (const [key, film] of Object.entries(oldIndex))
      if (newIndex[key]?.slug !== film.slug) changes.removed.push(filmFile(key, film.slug));
  }
  return changes;
}

/**
 * Returns a release's files except film pages (symlinked shards), the manifest and the build info.
 */
function nonFilmFilesIn(dir: string, folder = ''): SiteFiles {
  return new Map(
    readdirSync(join(dir, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) return [...nonFilmFilesIn(dir, path)];
      return entry.isFile() && !MANIFEST_FILES.has(path) ? [[path, join(dir, path)] as const] : [];
    }),
  );
}

const hasSameContent = (a: string | undefined, b: string) =>
  a !== undefined && (statSync(a).ino === statSync(b).ino || md5Of(a) === md5Of(b));

export const md5Of = (file: string): string =>
  createHash('md5').update(readFileSync(file)).digest('hex');
