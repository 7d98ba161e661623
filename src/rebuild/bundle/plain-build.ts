import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Movie } from '#contract/catalogue.ts';
import { movieSlug } from '#domain/slug.ts';
import { type Batches, readFilms } from '../plan/batches.ts';
import type { Plan } from '../plan/plan.ts';
import { HASHED_FOLDER } from '../release/folders.ts';
import { filmUrlPath } from '../release/shards.ts';
import { digestOfPage, type RenderedFilm, type RenderMessage } from '../render/render-messages.ts';
import { pageVariables } from '../render/render-pages.ts';
import {
  type Bundle,
  bundleName,
  type BundleOptions,
  bundlePaths,
  buildSources,
  prepareBuildDir,
  saveBundle,
} from './bundle.ts';

export interface PlainBuildOptions extends BundleOptions {
  apiOrigin: string;
  plan: Plan;
  batches: Batches;
  /** All files except films, with complete sitemaps. */
  outDir: string;
  filmsDir: string;
}

/**
 * Builds all pages by Astro itself. The bundle has no renderer: later releases serve its scripts
 * and styles to open tabs.
 */
export async function buildPlain(
  options: PlainBuildOptions,
): Promise<{ bundle: Bundle; messages: RenderMessage[] }> {
  const { dataDir, outDir, filmsDir, plan, batches, onProgress } = options;
  onProgress?.('Astro builds all pages');
  const films = readFilms(batches);
  mkdirSync(filmsDir, { recursive: true });
  const filmsFile = join(filmsDir, 'all.json');
  writeFileSync(filmsFile, JSON.stringify(films));
  const buildDir = prepareBuildDir(options);
  await buildSources(
    buildDir,
    { ...pageVariables({ ...options, now: plan.now }), BUILD_FILMS: filmsFile },
    options,
  );
  renameSync(join(buildDir, 'client'), outDir);
  const name = `${bundleName(plan.sourcesDigest)}-plain`;
  mkdirSync(join(buildDir, 'client'));
  renameSync(join(outDir, HASHED_FOLDER), join(buildDir, 'client', HASHED_FOLDER));
  await saveBundle(buildDir, dataDir, name);
  const messages: RenderMessage[] = [
    { kind: 'films', batchFile: filmsFile, films: moveFilms(films, outDir, filmsDir), parts: [] },
    { kind: 'pages', urlPaths: globSync('**/*.html', { cwd: outDir }).map(urlPathOf) },
  ];
  return { bundle: bundlePaths(dataDir, name), messages };
}

/** Moves the film pages from their addresses to `filmsDir`. */
function moveFilms(films: Movie[], outDir: string, filmsDir: string): RenderedFilm[] {
  const moved = films.map(({ movieName, movieKey: key, movieId }) => {
    const slug = movieSlug(movieName);
    const htmlFile = join(filmsDir, `${key}.html`);
    renameSync(join(outDir, filmUrlPath(key, slug), 'index.html'), htmlFile);
    return { key, slug, movieId, htmlFile, digest: digestOfPage(readFileSync(htmlFile)) };
  });
  for (const { slug } of moved)
    rmSync(join(outDir, dirname(filmUrlPath('_', slug))), { recursive: true, force: true });
  return moved;
}

/** `movies/index.html` → `/movies`, `404.html` → `/404` */
const urlPathOf = (file: string) => `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`;
