import { globSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { FILMS_FOLDER } from '#domain/film-file.ts';
import { tagsOf, type Tag } from '#rebuild/check/html.ts';
import { rebuild } from '#rebuild/rebuild.ts';
import { releaseAt } from '#rebuild/release/card.ts';
import { indexOf } from '#rebuild/release/drawers.ts';
import { href } from '#routes.ts';
import { openEncodedPictures } from '#server/ports/media/encoded-pictures.ts';
import { openMediaStore } from '#server/ports/media/store.ts';
import { importCatalogue } from '#server/streaming/catalogue/import/import.ts';
import { aClock, aHouse } from './house.ts';
import { bringBundle } from './kept-bundle.ts';
import { aFreePort } from './server-process.ts';
import { PROJECT } from './project.ts';

export interface BuiltPage {
  /** As links write it, decoded: `/movies`, `/v/kite/Ab3`. */
  path: string;
  file: string;
  html: string;
  tags: Tag[];
}

export interface BuiltSite {
  dir: string;
  mediaDir: string;
  /** What its absolute links begin with. */
  origin: string;
  pages: BuiltPage[];
}

const SAMPLE = join(PROJECT, 'scripts', 'sample');
/** Kept between runs: pictures are named by their content. */
const MEDIA_DIR = join(PROJECT, '.matinee', 'test', 'media');

/** The release that SITE_DIR names, or a new one of the sample cinema, built from a house in this process. */
export async function aBuiltSite(): Promise<BuiltSite> {
  const existing = process.env['SITE_DIR'];
  return existing ? readRelease(existing) : buildSample();
}

function readRelease(siteDir: string): BuiltSite {
  const origin = releaseAt(siteDir)?.origin;
  if (!origin) throw new Error(`${siteDir} holds no release`);
  const dir = realpathSync(siteDir);
  return {
    dir,
    origin,
    mediaDir: process.env['MEDIA_DIR'] ?? join(dirname(dirname(dir)), 'media'),
    pages: pagesOf(dir),
  };
}

async function buildSample(): Promise<BuiltSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-built-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await aFreePort();
  // A build asks what streams at this moment, so the house goes by the same clock.
  const house = await aHouse({ clock: aClock(new Date()), settings: { PORT: String(port), MEDIA_DIR } });
  const { db } = house.database;
  const { rejected } = await importCatalogue(
    { db, mediaDir: MEDIA_DIR, store: openMediaStore(MEDIA_DIR, openEncodedPictures(SAMPLE)), now: new Date() },
    { file: join(SAMPLE, 'catalogue.json') },
  );
  if (rejected.length > 0) throw new Error(`The sample does not go in: ${rejected[0]!.reason}`);
  await house.listen();
  const { origin } = house.config;
  const siteDir = join(dataDir, 'site');
  const site = { origin, projectDir: PROJECT, dataDir, settings: process.env };
  await bringBundle(site);
  await rebuild({ ...site, apiOrigin: `http://127.0.0.1:${port}`, siteDir });
  const dir = realpathSync(siteDir);
  return { dir, origin, mediaDir: MEDIA_DIR, pages: pagesOf(dir) };
}

const pagesOf = (dir: string): BuiltPage[] =>
  [
    ...globSync('**/*.html', { cwd: dir }).map((name) => [`/${name.replace(/(^|\/)index\.html$/, '')}`, name]),
    ...filmsOf(dir),
  ]
    .sort()
    .map(([path, name]) => {
      const file = join(dir, name!);
      const html = readFileSync(file, 'utf8');
      return { path: path!, file, html, tags: tagsOf(html) };
    });

/** Films' pages, which a release keeps in drawers: address and file. */
const filmsOf = (dir: string): string[][] =>
  readdirSync(join(dir, FILMS_FOLDER)).flatMap((drawer) =>
    Object.entries(indexOf(join(dir, FILMS_FOLDER, drawer))).map(([key, { slug }]) => [
      decodeURI(href('publicMovie', { movie_name: slug, movie_id: key })),
      `${FILMS_FOLDER}/${drawer}/${key}.html`,
    ]),
  );

export const attributesNamed = (page: BuiltPage, name: string, attribute: string): string[] =>
  page.tags.flatMap((tag) =>
    tag.name === name && tag.attributes[attribute] !== undefined ? [tag.attributes[attribute]] : [],
  );

/** The content of a `<meta>` by its name or property; all of them, since some may stand several times. */
export const metaOf = (page: BuiltPage, name: string): string[] =>
  page.tags
    .filter(({ attributes }) => attributes['name'] === name || attributes['property'] === name)
    .map(({ attributes }) => attributes['content'] ?? '');

export const linkOf = (page: BuiltPage, rel: string): string | undefined =>
  page.tags.find(({ name, attributes }) => name === 'link' && attributes['rel'] === rel)?.attributes['href'];

/** Whether search engines are asked to show it. */
export const isFound = (page: BuiltPage, origin: string): boolean =>
  !metaOf(page, 'robots').some((each) => each.includes('noindex')) &&
  decodeURI(linkOf(page, 'canonical') ?? '') === decodeURI(new URL(page.path, origin).href);
