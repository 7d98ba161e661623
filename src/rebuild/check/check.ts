import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filmFile } from '#domain/film-file.ts';
import { href, matchRoute, routes, shellPath } from '#routes.ts';
import { RebuildError } from '../errors.ts';
import type { Bundle } from '../bundle/bundle.ts';
import type { Catalogue } from '../plan/catalogue.ts';
import type { Assembled } from '../release/assemble.ts';
import { overBudget } from './budgets.ts';
import { tagsOf } from './html.ts';
import { keepWeights, weightsOf } from './kept-weights.ts';
import { type BrokenLink, brokenLinks } from './links.ts';

const ALWAYS = ['404.html', '410/index.html', 'robots.txt', 'sitemap-index.xml'];
/** Chosen: of a whole catalogue so many films are looked through; they are all drawn by the same code. */
const FILMS_LOOKED_AT = 300;
const SHOWN = 3;

export interface Checking extends Assembled {
  outDir: string;
  origin: string;
  mediaOrigins: string[];
  operatorLinks: string[];
  bundle: Bundle;
  catalogue: Catalogue;
  /** Lets pass what is heavier than its budget. */
  mayWeighMore?: boolean | undefined;
}

/** Looks through what a release has new before anybody else does. Throws a sentence that names what is wrong. */
export async function checkRelease(checking: Checking): Promise<void> {
  const { outDir, origin, mediaOrigins, operatorLinks, bundle, mayWeighMore } = checking;
  checkRoutes(outDir);
  const pages = checking.pages
    .filter((path) => !/\.\w+$/.test(path))
    .map((path) => readPage(outDir, path, join(path, 'index.html')));
  const films = checking.written
    .slice(0, FILMS_LOOKED_AT)
    .map(({ key, slug }) => readPage(outDir, pathOfFilm(key, slug), filmFile(key)!));
  const broken = brokenLinks({ dir: outDir, origin, mediaOrigins, operatorLinks, pages: [...pages, ...films] });
  const wrong = await withoutNewer(broken, checking);
  refuse(
    'links lead nowhere',
    wrong.map(({ from, address, why }) => `${address} on ${from} (${why})`),
  );
  if (mayWeighMore) return;
  const known = weightsOf(bundle);
  const heavy = overBudget({ dir: outDir, pages, films, known });
  keepWeights(bundle, known);
  refuse('pages are heavier than their budget', heavy);
}

const pathOfFilm = (key: string, slug: string) => decodeURI(href('publicMovie', { movie_name: slug, movie_id: key }));

function readPage(outDir: string, path: string, inRelease: string) {
  const file = join(outDir, path === '/404' ? '404.html' : inRelease);
  const html = readFileSync(file, 'utf8');
  return { path: path.replace(/(?<=.)\/$/, ''), file, html, tags: tagsOf(html) };
}

function refuse(what: string, found: string[]) {
  if (found.length === 0) return;
  const more = found.length > SHOWN ? ` and ${found.length - SHOWN} more` : '';
  throw new RebuildError(`The new site is not published, ${what}: ${found.slice(0, SHOWN).join(', ')}${more}`);
}

/** Throws unless every route of the table has its HTML in a release. */
function checkRoutes(outDir: string): void {
  const files = [
    ...ALWAYS,
    ...Object.values(routes).map(({ path, build }) => `${build === 'page' ? path : shellPath(path)}/index.html`),
  ];
  refuse(
    'routes have no page',
    files.filter((file) => !existsSync(join(outDir, file))),
  );
}

/** A list may show a film that came after the changes were asked for; the next rebuild makes its page, and the shell answers until then. */
async function withoutNewer(broken: BrokenLink[], { catalogue, release }: Checking): Promise<BrokenLink[]> {
  if (broken.length === 0) return broken;
  const { changed, removed } = await catalogue.changes(release.cursor);
  const newer = new Set([...changed.map(({ movieKey }) => movieKey), ...removed]);
  return broken.filter(({ path }) => !newer.has(matchRoute('publicMovie', encodeURI(path))?.['movie_id'] ?? ''));
}
