/** A render process. render-pages.ts starts it and sends it one RenderTask. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sitemapPartNumber } from '#domain/sitemap.ts';
import { matchRoute, routes, shellPath } from '#routes.ts';
import { cacheResponses } from './cache-responses.ts';
import { type RenderablePage, openRenderer, type Renderer, type PageFilter } from './renderer.ts';
import type { RenderedFilm, RenderedSitemapPart, RenderTask, RenderMessage } from './render-messages.ts';

const FILM_PAGE = 'src/pages/v/[movie_name]/[movie_id].astro';
const FILM_SITEMAP = 'src/pages/sitemap-films-[part].xml.ts';
/** The page for films that are newer than the release. */
const FILM_SHELL = shellPath(routes.publicMovie.path).replace(/\/$/, '');
/** Not rendered: the release is assembled with its own sitemap index. */
const SITEMAP_INDEX = 'src/pages/sitemap-index.xml.ts';
const NO_FILMS_FILE = fileURLToPath(new URL('./no-films.json', import.meta.url));
/** Above 1, because pages wait for catalogue responses. */
const CONCURRENCY = 6;

const sendMessage = (message: RenderMessage) => new Promise((resolve) => process.send!(message, resolve));
const digestOf = (body: Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 22);

async function runTask({ rendererDir, otherPagesDir, filmsDir, includesOtherPages, batchFiles }: RenderTask) {
  const renderer = await openRenderer(rendererDir);
  if (includesOtherPages)
    await renderPagesAndFirstBatch(renderer, { otherPagesDir, filmsDir, batchFile: batchFiles[0] ?? null });
  for (const batchFile of includesOtherPages ? batchFiles.slice(1) : batchFiles)
    await renderBatch(await listPages(renderer, batchFile, isFilmOutput), { filmsDir, batchFile });
}

/** In parallel, because pages wait for the catalogue and films do not. */
async function renderPagesAndFirstBatch(
  renderer: Renderer,
  { otherPagesDir, filmsDir, batchFile }: { otherPagesDir: string; filmsDir: string; batchFile: string | null },
) {
  const restoreFetch = cacheResponses();
  const pages = await listPages(renderer, batchFile ?? NO_FILMS_FILE, (component) => component !== SITEMAP_INDEX);
  await Promise.all([renderOtherPages(pages, otherPagesDir), batchFile && renderBatch(pages, { filmsDir, batchFile })]);
  restoreFetch();
}

const isFilmOutput: PageFilter = (component) => component === FILM_PAGE || component === FILM_SITEMAP;

/** The pages read the batch from BUILD_FILMS. */
function listPages(renderer: Renderer, batchFile: string, isIncluded: PageFilter) {
  process.env['BUILD_FILMS'] = batchFile;
  return renderer.listPages(isIncluded);
}

/** Renders all pages except films; the film shell is included. */
async function renderOtherPages(allPages: RenderablePage[], otherPagesDir: string) {
  const pages = allPages.filter((page) => page.path === FILM_SHELL || !isFilmOutput(page.component));
  await forEachConcurrently(pages, async (page) => {
    const file = join(otherPagesDir, fileOf(page.path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await page.render());
  });
  await sendMessage({ kind: 'pages', urlPaths: pages.map(({ path }) => path) });
}

const fileOf = (path: string): string => {
  if (/\.\w+$/.test(path)) return path;
  return path === '/404' ? '/404.html' : `${path.replace(/\/$/, '')}/index.html`;
};

async function renderBatch(pages: RenderablePage[], { filmsDir, batchFile }: { filmsDir: string; batchFile: string }) {
  const folder = join(filmsDir, parse(batchFile).name);
  await mkdir(folder, { recursive: true });
  const films = await renderFilms(pages, folder, batchFile);
  const parts: RenderedSitemapPart[] = [];
  await forEachConcurrently(
    pages.filter(({ component }) => component === FILM_SITEMAP),
    async (page) => {
      parts.push({ partNumber: sitemapPartNumber(page.path.slice(1))!, xml: (await page.render()).toString() });
    },
  );
  await sendMessage({ kind: 'films', batchFile, films, parts });
}

async function renderFilms(pages: RenderablePage[], folder: string, batchFile: string): Promise<RenderedFilm[]> {
  const batchFilms = JSON.parse(readFileSync(batchFile, 'utf8')) as { movieKey: string; movieId: number }[];
  const ids = new Map(batchFilms.map((film) => [film.movieKey, film.movieId]));
  const films: RenderedFilm[] = [];
  await forEachConcurrently(
    pages.filter(({ component }) => component === FILM_PAGE),
    async (page) => {
      const { movie_name: slug, movie_id: key } = matchRoute('publicMovie', encodeURI(page.path)) ?? {};
      const movieId = ids.get(key ?? '');
      if (movieId === undefined) return;
      const body = await page.render();
      const file = join(folder, `${key}.html`);
      await writeFile(file, body);
      films.push({ key: key!, htmlFile: file, movieId, slug: slug!, digest: digestOf(body) });
    },
  );
  return films;
}

async function forEachConcurrently(pages: RenderablePage[], work: (page: RenderablePage) => Promise<void>) {
  const queue = pages.values();
  const worker = async () => {
    for (const page of queue)
      await work(page).catch((error: unknown) => {
        throw new Error(`${page.path} could not be rendered: ${error instanceof Error ? error.message : error}`);
      });
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

// The parent process has ended.
process.once('disconnect', () => process.exit());
process.once('message', (task: RenderTask) => {
  runTask(task).then(
    () => process.disconnect(),
    async (error: unknown) => {
      await sendMessage({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
      process.exit(1);
    },
  );
});
