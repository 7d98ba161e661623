/** A render process. render-pages.ts starts it and sends it one RenderTask. */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import pMap from 'p-map';
import { sitemapPartNumber } from '#domain/sitemap.ts';
import { matchRoute, routes, shellPath } from '#routes.ts';
import {
  openRenderer,
  type PageFilter,
  type RenderablePage,
  type Renderer,
  withPlainRebuildHint,
} from './astro-internals.ts';
import { cacheResponses } from './cache-responses.ts';
import {
  digestOfPage,
  type RenderedFilm,
  type RenderMessage,
  type RenderTask,
} from './render-messages.ts';

const FILM_PAGE = 'src/pages/v/[movie_name]/[movie_id].astro';
const FILM_SITEMAP = 'src/pages/sitemap-films-[part].xml.ts';
/** The shell for film addresses without a page in the release. */
const FILM_SHELL_PATH = shellPath(routes.publicMovie.path).replace(/\/$/, '');
/** Not rendered: the release is assembled with its own sitemap index. */
const SITEMAP_INDEX_SOURCE = 'src/pages/sitemap-index.xml.ts';
const NO_FILMS_FILE = fileURLToPath(new URL('./no-films.json', import.meta.url));
/** Above 1, because pages wait for catalogue responses. */
const CONCURRENCY = 6;

const sendMessage = (message: RenderMessage) =>
  new Promise((resolve) => process.send!(message, resolve));

async function runTask({
  rendererDir,
  otherPagesDir,
  filmsDir,
  includesOtherPages,
  batchFiles,
}: RenderTask) {
  const renderer = await openRenderer(rendererDir);
  if (includesOtherPages)
    await renderPagesAndFirstBatch(renderer, {
      otherPagesDir,
      filmsDir,
      batchFile: batchFiles[0] ?? null,
    });
  for (const batchFile of includesOtherPages ? batchFiles.slice(1) : batchFiles)
    await renderBatch(await listPages(renderer, batchFile, isFilmOutput), { filmsDir, batchFile });
}

/** Renders both in parallel, because pages wait for the catalogue and films do not. */
async function renderPagesAndFirstBatch(
  renderer: Renderer,
  {
    otherPagesDir,
    filmsDir,
    batchFile,
  }: { otherPagesDir: string; filmsDir: string; batchFile: string | null },
) {
  const restoreFetch = cacheResponses();
  const pages = await listPages(
    renderer,
    batchFile ?? NO_FILMS_FILE,
    (component) => component !== SITEMAP_INDEX_SOURCE,
  );
  await Promise.all([
    renderOtherPages(pages, otherPagesDir),
    batchFile && renderBatch(pages, { filmsDir, batchFile }),
  ]);
  restoreFetch();
}

const isFilmOutput: PageFilter = (component) =>
  component === FILM_PAGE || component === FILM_SITEMAP;

/** The pages read the batch from BUILD_FILMS. */
function listPages(renderer: Renderer, batchFile: string, isIncluded: PageFilter) {
  process.env['BUILD_FILMS'] = batchFile;
  return renderer.listPages(isIncluded);
}

/** Renders all pages except films; the film shell is included. */
async function renderOtherPages(allPages: RenderablePage[], otherPagesDir: string) {
  const pages = allPages.filter(
    (page) => page.path === FILM_SHELL_PATH || !isFilmOutput(page.component),
  );
  await renderEach(pages, async ({ path }, body) => {
    const file = join(otherPagesDir, fileOf(path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
  });
  await sendMessage({ kind: 'pages', urlPaths: pages.map(({ path }) => path) });
}

const fileOf = (path: string): string => {
  if (/\.\w+$/.test(path)) return path;
  return path === '/404' ? '/404.html' : `${path.replace(/\/$/, '')}/index.html`;
};

async function renderBatch(
  pages: RenderablePage[],
  { filmsDir, batchFile }: { filmsDir: string; batchFile: string },
) {
  const folder = join(filmsDir, parse(batchFile).name);
  await mkdir(folder, { recursive: true });
  const films = await renderFilms(pages, folder, batchFile);
  const parts = await renderEach(
    pages.filter(({ component }) => component === FILM_SITEMAP),
    async ({ path }, body) => ({
      partNumber: sitemapPartNumber(path.slice(1))!,
      xml: body.toString(),
    }),
  );
  await sendMessage({ kind: 'films', batchFile, films, parts });
}

async function renderFilms(
  pages: RenderablePage[],
  folder: string,
  batchFile: string,
): Promise<RenderedFilm[]> {
  const batchFilms = JSON.parse(readFileSync(batchFile, 'utf8')) as {
    movieKey: string;
    movieId: number;
  }[];
  const ids = new Map(batchFilms.map((film) => [film.movieKey, film.movieId]));
  // Leaves out the film shell, whose key is `_`.
  const filmPages = pages
    .filter(({ component }) => component === FILM_PAGE)
    .flatMap((page) => {
      const { movie_name: slug = '', movie_id: key = '' } =
        matchRoute('publicMovie', encodeURI(page.path)) ?? {};
      const movieId = ids.get(key);
      return movieId === undefined ? [] : [{ ...page, film: { key, slug, movieId } }];
    });
  return renderEach(filmPages, async ({ film }, body) => {
    const htmlFile = join(folder, `${film.key}.html`);
    await writeFile(htmlFile, body);
    return { ...film, htmlFile, digest: digestOfPage(body) };
  });
}

const renderEach = <Page extends RenderablePage, Result>(
  pages: Page[],
  use: (page: Page, body: Buffer) => Promise<Result>,
): Promise<Result[]> =>
  pMap(
    pages,
    async (page) => {
      try {
        return await use(page, await page.render());
      } catch (error) {
        const reason = error instanceof Error ? error.message : error;
        throw new Error(`${page.path} could not be rendered: ${reason}`, { cause: error });
      }
    },
    { concurrency: CONCURRENCY },
  );

// The parent process has ended.
process.once('disconnect', () => process.exit());
process.once('message', (task: RenderTask) => {
  runTask(task).then(
    () => process.disconnect(),
    async (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      await sendMessage({ kind: 'failed', reason: withPlainRebuildHint(reason) });
      process.exit(1);
    },
  );
});
