import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filmPagePath } from '#domain/film-page-path.ts';
import { matchRoute, routes, shellPath } from '#routes.ts';
import { RebuildError } from '../errors.ts';
import type { Bundle } from '../bundle/bundle.ts';
import type { CatalogueClient } from '../plan/catalogue.ts';
import type { AssembledRelease } from '../release/assemble.ts';
import type { LeftOutFilm } from '../release/manifest.ts';
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

export interface CheckResult {
  /** Films whose own page cannot be published; the film page shell shows them. */
  leftOut: LeftOutFilm[];
  /** One line for each page that its texts made heavier than its budget. */
  overBudget: string[];
}

/**
 * Checks the new pages of a release before it is activated. Throws RebuildError for what concerns
 * the site. Chosen: a fault of single films leaves out their pages, so that no text of a film keeps
 * all others from being published.
 */
export async function checkRelease(options: CheckOptions): Promise<CheckResult> {
  const { outDir, origin, mediaOrigins, operatorLinks, bundle, allowOverBudget } = options;
  checkRoutes(outDir);
  const pages = options.pages
    .filter((path) => !/\.\w+$/.test(path))
    .map((path) => readPage(outDir, path, join(path, 'index.html')));
  const films = options.written
    .slice(0, MAX_CHECKED_FILMS)
    .map(({ key, slug }) => readPage(outDir, filmUrlPath(key, slug), filmPagePath(key)!));
  const broken = findBrokenLinks({
    dir: outDir,
    origin,
    mediaOrigins,
    operatorLinks,
    pages: [...pages, ...films],
  });
  const unexpected = await ignoreFilmsWithoutPage(broken, options);
  const leftOut = findFaultyFilms(unexpected, options.written.slice(0, MAX_CHECKED_FILMS));
  const leftOutPaths = new Set(leftOut.map(({ path }) => path));
  throwIfAny(
    'broken links',
    unexpected.filter(({ from }) => !leftOutPaths.has(from)).map(describeLink),
  );
  if (allowOverBudget) return { leftOut, overBudget: [] };
  const knownWeights = readWeights(bundle.weightsFile);
  const { problems, notices } = findOverBudget({ dir: outDir, pages, films, knownWeights });
  saveWeights(bundle.weightsFile, knownWeights);
  throwIfAny('pages are heavier than their budget', problems);
  return { leftOut, overBudget: notices };
}

const describeLink = ({ from, address, problem }: BrokenLink) =>
  `${address} on ${from} (${problem})`;

/**
 * The films with a fault on their own page; none if most have one, because then the template is
 * faulty.
 */
function findFaultyFilms(broken: BrokenLink[], films: CheckOptions['written']): LeftOutFilm[] {
  const problems = new Map(broken.map((link) => [link.from, `${link.address} (${link.problem})`]));
  const faulty = films.flatMap(({ key, slug }) => {
    const path = filmUrlPath(key, slug);
    const problem = problems.get(path);
    return problem === undefined ? [] : [{ key, path, problem }];
  });
  const isTemplateFaulty = faulty.length > 1 && faulty.length > films.length / 2;
  return isTemplateFaulty ? [] : faulty;
}

function readPage(outDir: string, path: string, fileName: string) {
  const file = join(outDir, path === '/404' ? '404.html' : fileName);
  const html = readFileSync(file, 'utf8');
  return { path: path.replace(/(?<=.)\/$/, ''), file, html, tags: tagsOf(html) };
}

function throwIfAny(summary: string, problems: string[]) {
  if (problems.length === 0) return;
  const omitted =
    problems.length > SHOWN_PROBLEMS ? ` and ${problems.length - SHOWN_PROBLEMS} more` : '';
  throw new RebuildError(
    `The new site is not published: ${summary}: ${problems.slice(0, SHOWN_PROBLEMS).join(', ')}${omitted}`,
  );
}

function checkRoutes(outDir: string): void {
  const files = [
    ...REQUIRED_FILES,
    ...Object.values(routes).map(
      ({ path, build }) => `${build === 'page' ? path : shellPath(path)}/index.html`,
    ),
  ];
  const missing = files.filter((file) => !existsSync(join(outDir, file)));
  throwIfAny('routes have no page', missing);
}

/**
 * Ignores links to films that changed during the build or were left out. The shell page serves
 * them.
 */
async function ignoreFilmsWithoutPage(
  broken: BrokenLink[],
  { catalogue, release }: CheckOptions,
): Promise<BrokenLink[]> {
  if (broken.length === 0) return broken;
  const { changed, removed } = await catalogue.changes(release.cursor);
  const leftOutKeys = release.leftOut.map(({ key }) => key);
  const keys = new Set([...changed.map(({ movieKey }) => movieKey), ...removed, ...leftOutKeys]);
  return broken.filter(
    ({ path }) => !keys.has(matchRoute('publicMovie', encodeURI(path))?.['movie_id'] ?? ''),
  );
}
