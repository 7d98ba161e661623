import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { FILMS_FOLDER, filmShard } from '#domain/film-page-path.ts';
import { href } from '#routes.ts';
import type { RenderedFilm } from '../render/render-messages.ts';
import { shardDir, shardsDir } from './folders.ts';
import type { Release } from './manifest.ts';

const INDEX = '.index.json';

type ShardFilm = Omit<RenderedFilm, 'htmlFile'>;
/** A shard's films by key. */
export type ShardIndex = Record<string, Omit<ShardFilm, 'key'>>;
type ShardVersions = Record<string, string>;

interface ShardUpdate {
  dataDir: string;
  outDir: string;
  /** The new release's id; changed shards get it as their version. */
  id: string;
  /** Already linked into `outDir`. */
  previousShards: ShardVersions;
  renderedFilms: RenderedFilm[];
  removedKeys: string[];
}

export interface ShardChanges {
  shards: ShardVersions;
  /** Films whose page changed. */
  written: RenderedFilm[];
  /** Films without a page, or with a new address. */
  removed: ShardFilm[];
  filmCountChange: number;
  /** The new shard folders and files, for fsync. */
  newPaths: string[];
}

/**
 * A changed shard is a new folder with links to its unchanged pages, so releases never see each
 * other's changes.
 */
export function updateShards(update: ShardUpdate): ShardChanges {
  const { dataDir, outDir, id, previousShards, renderedFilms, removedKeys } = update;
  const shardOf = isCaseInsensitive(outDir)
    ? (key: string) => filmShard(key).toLowerCase()
    : filmShard;
  const renderedByShard = Map.groupBy(renderedFilms, ({ key }) => shardOf(key));
  const removedByShard = Map.groupBy(removedKeys, shardOf);
  const changes: ShardChanges = {
    shards: { ...previousShards },
    written: [],
    removed: [],
    filmCountChange: 0,
    newPaths: [],
  };
  for (const shard of new Set([...renderedByShard.keys(), ...removedByShard.keys()])) {
    const oldDir =
      previousShards[shard] === undefined ? null : shardDir(dataDir, shard, previousShards[shard]);
    const oldIndex = oldDir ? readShardIndex(oldDir) : {};
    const change = changeShard(
      oldIndex,
      renderedByShard.get(shard) ?? [],
      removedByShard.get(shard) ?? [],
    );
    changes.written.push(...change.written);
    changes.removed.push(...change.removed);
    changes.filmCountChange += Object.keys(change.index).length - Object.keys(oldIndex).length;
    if (change.written.length + change.removed.length === 0) continue;
    delete changes.shards[shard];
    if (Object.keys(change.index).length === 0) continue;
    changes.newPaths.push(...writeShard(shardDir(dataDir, shard, id), oldDir, change));
    changes.shards[shard] = id;
  }
  linkChangedShards(changes.shards, update);
  return changes;
}

/** The decoded path of a film's page: `/v/kite/Ab3`. */
export const filmUrlPath = (key: string, slug: string) =>
  decodeURI(href('publicMovie', { movie_name: slug, movie_id: key }));

export const readShardIndex = (dir: string): ShardIndex =>
  JSON.parse(readFileSync(join(dir, INDEX), 'utf8')) as ShardIndex;

interface ShardChange extends Pick<ShardChanges, 'written' | 'removed'> {
  index: ShardIndex;
}

function changeShard(
  oldIndex: ShardIndex,
  renderedFilms: RenderedFilm[],
  removedKeys: string[],
): ShardChange {
  const index = { ...oldIndex };
  const change: ShardChange = { index, written: [], removed: [] };
  for (const film of renderedFilms) {
    const { key, htmlFile: _, ...entry } = film;
    const old = oldIndex[key];
    if (old && old.slug !== entry.slug) change.removed.push({ key, ...old });
    if (old?.digest !== entry.digest || old.slug !== entry.slug) change.written.push(film);
    index[key] = entry;
  }
  for (const key of removedKeys) {
    if (index[key]) change.removed.push({ key, ...index[key] });
    delete index[key];
  }
  return { ...change, written: change.written.filter(({ key }) => index[key]) };
}

/** Returns the new paths: files first, the folder last. */
function writeShard(dir: string, oldDir: string | null, { index, written }: ShardChange): string[] {
  // A killed rebuild may have left a folder of this name.
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const renderedFiles = new Map(written.map(({ key, htmlFile: file }) => [key, file]));
  for (const key of Object.keys(index)) {
    const page = `${key}.html`;
    const renderedFile = renderedFiles.get(key);
    if (renderedFile) renameSync(renderedFile, join(dir, page));
    else linkSync(join(oldDir!, page), join(dir, page));
  }
  // Sorted by key: the same films always give the same bytes.
  const sorted = Object.fromEntries(Object.entries(index).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(dir, INDEX), JSON.stringify(sorted));
  return [...written.map(({ key }) => join(dir, `${key}.html`)), join(dir, INDEX), dir];
}

/** Removes a page that this release wrote. Returns its file. */
export function removeFilmPage(
  dataDir: string,
  { id, shards }: Pick<Release, 'id' | 'shards'>,
  key: string,
): string {
  const shard = [filmShard(key), filmShard(key).toLowerCase()].find((name) => shards[name] === id);
  if (shard === undefined) throw new Error(`The release ${id} did not write the page of ${key}`);
  const dir = shardDir(dataDir, shard, id);
  const file = join(dir, `${key}.html`);
  const { [key]: _, ...index } = readShardIndex(dir);
  rmSync(file);
  writeFileSync(join(dir, INDEX), JSON.stringify(index));
  return file;
}

const LINKS_PER_TICK = 200;

/**
 * Links all shards of the previous release into the new one; `linkChangedShards` replaces the
 * changed ones. Hard-links the symlinks, because ext4 creates thousands of new symlinks slowly.
 * Yields to the event loop, because the server may run in this process.
 */
export async function linkPreviousShards(outDir: string, previousDir: string): Promise<void> {
  const [from, to] = [join(previousDir, FILMS_FOLDER), join(outDir, FILMS_FOLDER)];
  mkdirSync(to, { recursive: true });
  for (const [index, shard] of readdirSync(from).entries()) {
    copySymlink(`${from}/${shard}`, `${to}/${shard}`);
    if (index % LINKS_PER_TICK === 0) await setImmediate();
  }
}

function copySymlink(from: string, to: string) {
  try {
    linkSync(from, to);
  } catch {
    // Some systems follow the symlink, and a folder cannot be hard-linked.
    symlinkSync(readlinkSync(from), to);
  }
}

function linkChangedShards(
  shards: ShardVersions,
  { dataDir, outDir, previousShards }: ShardUpdate,
) {
  const filmsDir = join(outDir, FILMS_FOLDER);
  mkdirSync(filmsDir, { recursive: true });
  const target = relative(filmsDir, shardsDir(dataDir));
  for (const shard of new Set([...Object.keys(previousShards), ...Object.keys(shards)])) {
    const version = shards[shard];
    if (version === previousShards[shard]) continue;
    rmSync(`${filmsDir}/${shard}`, { force: true });
    if (version !== undefined) symlinkSync(`${target}/${shard}/${version}`, `${filmsDir}/${shard}`);
  }
}

/** Whether the file system treats `AB` and `ab` as one name. */
function isCaseInsensitive(dir: string): boolean {
  const probe = join(dir, '.Probe');
  writeFileSync(probe, '');
  const isInsensitive = existsSync(join(dir, '.probe'));
  rmSync(probe);
  return isInsensitive;
}
