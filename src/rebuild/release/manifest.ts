import { readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

const MANIFEST_FILE = '.release.json';
/**
 * Public: names the release. Pages do not contain it, or every page would change with every
 * release.
 */
export const BUILD_INFO_FILE = 'build.json';
/** Not uploaded with the pages: the build info is written last, the manifest never. */
export const MANIFEST_FILES: ReadonlySet<string> = new Set([MANIFEST_FILE, BUILD_INFO_FILE]);

/** A film without a page of its own, and why. The film page shell shows it. */
const LeftOutFilm = z.object({
  key: z.string(),
  /** Decoded: `/v/kite/Ab3`. */
  path: z.string(),
  problem: z.string(),
});
export type LeftOutFilm = z.infer<typeof LeftOutFilm>;

/**
 * Stored on disk. The defaults are for manifests before 0.2.0, which had other keys: an update
 * builds every page anew.
 */
export const Release = z.object({
  id: z.string(),
  /** Digest of source files, settings and the site's origin. */
  sources: z.string(),
  bundle: z.string(),
  /**
   * Previous bundles; their scripts and styles are served until `until`, for open tabs and cached
   * pages.
   */
  previousBundles: z.array(z.object({ bundle: z.string(), until: z.string() })).default([]),
  /** The position in the catalogue's changes feed. */
  cursor: z.string(),
  /** Digest of collections, genres, languages and content pages. */
  siteContent: z.string().default(''),
  builtAt: z.string(),
  origin: z.string(),
  films: z.number(),
  leftOut: z.array(LeftOutFilm).default([]),
  /** The version of each shard: the id of the release that wrote it. */
  shards: z.record(z.string(), z.string()).default({}),
});
export type Release = z.infer<typeof Release>;

/**
 * Reads the manifest in a release folder, or behind a symlink to one. Returns null if it is missing
 * or invalid.
 */
export function readRelease(dir: string): Release | null {
  try {
    const release = Release.parse(JSON.parse(readFileSync(join(dir, MANIFEST_FILE), 'utf8')));
    return basename(realpathSync(dir)) === release.id ? release : null;
  } catch {
    return null;
  }
}

const buildInfoOf = ({ id, builtAt, cursor, leftOut }: Release) => ({
  release: id,
  builtAt,
  cursor,
  leftOut: leftOut.length > 0 ? leftOut.map(({ path }) => path) : undefined,
});

/** Returns the manifest and the public build info: file contents by name. */
export const manifestFiles = (release: Release): Record<string, string> => ({
  [MANIFEST_FILE]: JSON.stringify(release),
  [BUILD_INFO_FILE]: `${JSON.stringify(buildInfoOf(release))}\n`,
});
