import { globSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { FILMS_FOLDER } from '#domain/film-page-path.ts';
import { tagsOf, type Tag } from '#rebuild/check/html.ts';
import { readWeights } from '#rebuild/check/weight.ts';
import { bundlePaths } from '#rebuild/bundle/bundle.ts';
import { rebuild } from '#rebuild/rebuild.ts';
import { readRelease } from '#rebuild/release/manifest.ts';
import { readShardIndex } from '#rebuild/release/shards.ts';
import { href } from '#routes.ts';
import { openEncodedPictures } from '#server/ports/media/encoded-pictures.ts';
import { openMediaStore } from '#server/ports/media/store.ts';
import { importCatalogue } from '#server/streaming/import/import.ts';
import { aClock, aServer } from './test-server.ts';
import { copyCachedBundle } from './cached-bundle.ts';
import { aFreePort } from './server-process.ts';
import { SITE_ORIGIN } from '../../scripts/shots/site-origin.ts';
import { PROJECT } from './project.ts';
import { testNow } from './test-now.ts';

export interface BuiltPage {
  /** Decoded URL path: `/movies`, `/v/kite/Ab3`. */
  path: string;
  file: string;
  html: string;
  tags: Tag[];
}

export interface BuiltSite {
  dir: string;
  mediaDir: string;
  origin: string;
  pages: BuiltPage[];
  /** The compressed sizes that the rebuild calculated (check/weight.ts). */
  knownWeights: Map<string, number>;
}

const SAMPLE = join(PROJECT, 'scripts', 'sample');
/** Cached between runs: picture names contain a content hash. */
const MEDIA_DIR = join(PROJECT, '.matinee', 'test', 'media');

/** Returns the release in SITE_DIR, or builds the sample catalogue with a server in this process. */
export async function aBuiltSite(): Promise<BuiltSite> {
  const existing = process.env['SITE_DIR'];
  return existing ? readBuiltRelease(existing) : buildSample();
}

function readBuiltRelease(siteDir: string): BuiltSite {
  const origin = readRelease(siteDir)?.origin;
  if (!origin) throw new Error(`${siteDir} contains no release`);
  const dir = realpathSync(siteDir);
  return {
    dir,
    origin,
    mediaDir: process.env['MEDIA_DIR'] ?? join(dirname(dirname(dir)), 'media'),
    pages: pagesOf(dir),
    knownWeights: new Map(),
  };
}

async function buildSample(): Promise<BuiltSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-built-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await aFreePort();
  // The build uses the real time, so the server must use it too.
  const server = await aServer({
    clock: aClock(testNow()),
    settings: { PORT: String(port), MEDIA_DIR, ORIGIN: SITE_ORIGIN },
  });
  const { db } = server.database;
  const { rejected } = await importCatalogue(
    {
      db,
      mediaDir: MEDIA_DIR,
      store: openMediaStore(MEDIA_DIR, openEncodedPictures(SAMPLE)),
      now: testNow(),
      mayCreateNames: true,
    },
    { file: join(SAMPLE, 'catalogue.json') },
  );
  if (rejected.length > 0)
    throw new Error(`The sample could not be imported: ${rejected[0]!.reason}`);
  await server.listen();
  const { origin } = server.config;
  const siteDir = join(dataDir, 'site');
  const site = { origin, projectDir: PROJECT, dataDir, settings: process.env };
  await copyCachedBundle(site);
  await rebuild({ ...site, apiOrigin: `http://127.0.0.1:${port}`, siteDir });
  const dir = realpathSync(siteDir);
  const { weightsFile } = bundlePaths(dataDir, readRelease(siteDir)!.bundle);
  return {
    dir,
    origin,
    mediaDir: MEDIA_DIR,
    pages: pagesOf(dir),
    knownWeights: readWeights(weightsFile),
  };
}

const pagesOf = (dir: string): BuiltPage[] =>
  [
    ...globSync('**/*.html', { cwd: dir }).map((name) => [
      `/${name.replace(/(^|\/)index\.html$/, '')}`,
      name,
    ]),
    ...filmsOf(dir),
  ]
    .sort()
    .map(([path, name]) => {
      const file = join(dir, name!);
      const html = readFileSync(file, 'utf8');
      return { path: path!, file, html, tags: tagsOf(html) };
    });

/** URL path and file of each film page. */
const filmsOf = (dir: string): string[][] =>
  readdirSync(join(dir, FILMS_FOLDER)).flatMap((shard) =>
    Object.entries(readShardIndex(join(dir, FILMS_FOLDER, shard))).map(([key, { slug }]) => [
      decodeURI(href('publicMovie', { movie_name: slug, movie_id: key })),
      `${FILMS_FOLDER}/${shard}/${key}.html`,
    ]),
  );

export const attributeValues = (page: BuiltPage, tagName: string, attribute: string): string[] =>
  page.tags.flatMap((tag) =>
    tag.name === tagName && tag.attributes[attribute] !== undefined
      ? [tag.attributes[attribute]]
      : [],
  );

/** The contents of all `<meta>` elements with this name or property. */
export const metaOf = (page: BuiltPage, name: string): string[] =>
  page.tags
    .filter(({ attributes }) => attributes['name'] === name || attributes['property'] === name)
    .map(({ attributes }) => attributes['content'] ?? '');

export const linkOf = (page: BuiltPage, rel: string): string | undefined =>
  page.tags.find(({ name, attributes }) => name === 'link' && attributes['rel'] === rel)
    ?.attributes['href'];

export const isIndexable = (page: BuiltPage, origin: string): boolean =>
  !metaOf(page, 'robots').some((content) => content.includes('noindex')) &&
  decodeURI(linkOf(page, 'canonical') ?? '') === decodeURI(new URL(page.path, origin).href);
