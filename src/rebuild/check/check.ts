import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filmPagePath } from '#domain/film-page-path.ts';
import { matchRoute, routes, shellPath } from '#routes.ts';
import { RebuildError } from '../errors.ts';
import type { Bundle } from '../bundle/bundle.ts';
import type { CatalogueClient } from '../plan/catalogue.ts';
import type { AssembledRelease } from '../release/assemble.ts';
import { filmUrlPath } from '../release/shards.ts';
import { findOverBudget } from './budgets.ts';
import { tagsOf } from './html.ts';
import { type BrokenLink, findBrokenLinks } from './links.ts';
import { readWeights, saveWeights } from './weight.ts';

const REQUIRED_FILES = ['404.html', '410/index.html', 'robots.txt', 'sitemap-index.xml'];
/** Chosen: enough for a full build, because all film pages come from the same template. */
const MAX_CHECKED_FILMS = 300;
const SHOWN_PROBLEMS = 3;

interface CheckOptions extends AssembledRelease {
  outDir: string;
  origin: string;
  mediaOrigins: string[];
  operatorLinks: string[];
  bundle: Bundle;
  catalogue: CatalogueClient;
  allowOverBudget?: boolean | undefined;
}

/** Checks the new pages of a release before it is activated. Throws RebuildError. */
export async function checkRelease(options: CheckOptions): Promise<void> {
  const { outDir, origin, mediaOrigins, operatorLinks, bundle, allowOverBudget } = options;
  checkRoutes(outDir);
  const pages = options.pages
    .filter((path) => !/\.\w+$/.test(path))
    .map((path) => readPage(outDir, path, join(path, 'index.html')));
  const films = options.written
    .slice(0, MAX_CHECKED_FILMS)
    .map(({ key, slug }) => readPage(outDir, filmUrlPath(key, slug), filmPagePath(key)!));
  const broken = findBrokenLinks({ dir: outDir, origin, mediaOrigins, operatorLinks, pages: [...pages, ...films] });
  const unexpected = await ignoreNewerFilms(broken, options);
  const problems = unexpected.map(({ from, address, why }) => `${address} on ${from} (${why})`);
  throwIfAny('broken links', problems);
  if (allowOverBudget) return;
  const knownWeights = readWeights(bundle.weightsFile);
  const excesses = findOverBudget({ dir: outDir, pages, films, knownWeights });
  saveWeights(bundle.weightsFile, knownWeights);
  throwIfAny('pages are heavier than their budget', excesses);
}

function readPage(outDir: string, path: string, fileName: string) {
  const file = join(outDir, path === '/404' ? '404.html' : fileName);
  const html = readFileSync(file, 'utf8');
  return { path: path.replace(/(?<=.)\/$/, ''), file, html, tags: tagsOf(html) };
}

function throwIfAny(summary: string, problems: string[]) {
  if (problems.length === 0) return;
  const omitted = problems.length > SHOWN_PROBLEMS ? ` and ${problems.length - SHOWN_PROBLEMS} more` : '';
  throw new RebuildError(
    `The new site is not published: ${summary}: ${problems.slice(0, SHOWN_PROBLEMS).join(', ')}${omitted}`,
  );
}

function checkRoutes(outDir: string): void {
  const files = [
    ...REQUIRED_FILES,
    ...Object.values(routes).map(({ path, build }) => `${build === 'page' ? path : shellPath(path)}/index.html`),
  ];
  const missing = files.filter((file) => !existsSync(join(outDir, file)));
  throwIfAny('routes have no page', missing);
}

/** Ignores links to films that changed during the build. The next rebuild renders them; until then the shell page serves them. */
async function ignoreNewerFilms(broken: BrokenLink[], { catalogue, release }: CheckOptions): Promise<BrokenLink[]> {
  if (broken.length === 0) return broken;
  const { changed, removed } = await catalogue.changes(release.cursor);
  const newerKeys = new Set([...changed.map(({ movieKey }) => movieKey), ...removed]);
  return broken.filter(({ path }) => !newerKeys.has(matchRoute('publicMovie', encodeURI(path))?.['movie_id'] ?? ''));
}
