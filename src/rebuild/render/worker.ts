/** A process that draws pages: src/rebuild/render/draw.ts starts it, hands it a Task and hears what it made. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sitemapPartNumber } from '#domain/sitemap.ts';
import { matchRoute, routes, shellPath } from '#routes.ts';
import { rememberReplies } from './replies.ts';
import { type Drawable, openRenderer, type Renderer, type Wanted } from './renderer.ts';
import type { DrawnFilm, DrawnPart, Task, Told } from './task.ts';

const FILM_PAGE = 'src/pages/v/[movie_name]/[movie_id].astro';
const FILM_PARTS = 'src/pages/sitemap-films-[part].xml.ts';
/** The page for films that are newer than the release. */
const FILM_SHELL = shellPath(routes.publicMovie.path).replace(/\/$/, '');
/** Written from the parts, since no page knows them all. */
const INDEX = 'src/pages/sitemap-index.xml.ts';
/** A list of films without one. */
const NO_FILMS = fileURLToPath(new URL('./no-films.json', import.meta.url));
/** While one waits for the catalogue's answer, another is drawn. */
const AT_ONCE = 6;

const tell = (told: Told) => new Promise((resolve) => process.send!(told, resolve));
const digestOf = (body: Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 22);

async function work({ rendererDir, pagesDir, filmsDir, pages, batches }: Task) {
  const renderer = await openRenderer(rendererDir);
  if (pages) await drawWithPages(renderer, { pagesDir, filmsDir, batch: batches[0] ?? null });
  for (const batch of pages ? batches.slice(1) : batches)
    await drawBatch(await drawablesOf(renderer, batch, isOfFilms), { filmsDir, batch });
}

/** The pages that are no film's, and the first films beside them: those wait for the catalogue's answers, these do not. */
async function drawWithPages(renderer: Renderer, where: { pagesDir: string; filmsDir: string; batch: string | null }) {
  const forget = rememberReplies();
  const drawables = await drawablesOf(renderer, where.batch ?? NO_FILMS, (component) => component !== INDEX);
  await Promise.all([
    drawPages(drawables, where.pagesDir),
    where.batch && drawBatch(drawables, { ...where, batch: where.batch }),
  ]);
  forget();
}

const isOfFilms: Wanted = (component) => component === FILM_PAGE || component === FILM_PARTS;

/** What there is to draw, with the films of a batch. */
function drawablesOf(renderer: Renderer, batch: string, isWanted: Wanted) {
  process.env['BUILD_FILMS'] = batch;
  return renderer.drawables(isWanted);
}

/** Of films' pages the shell is one of these. */
async function drawPages(drawables: Drawable[], pagesDir: string) {
  const pages = drawables.filter((page) => page.path === FILM_SHELL || !isOfFilms(page.component));
  await each(pages, async (page) => {
    const file = join(pagesDir, fileOf(page.path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await page.draw());
  });
  await tell({ is: 'pages', paths: pages.map(({ path }) => path) });
}

/** Where a page's file lies in a release. */
const fileOf = (path: string): string => {
  if (/\.\w+$/.test(path)) return path;
  return path === '/404' ? '/404.html' : `${path.replace(/\/$/, '')}/index.html`;
};

async function drawBatch(drawables: Drawable[], { filmsDir, batch }: { filmsDir: string; batch: string }) {
  const folder = join(filmsDir, parse(batch).name);
  await mkdir(folder, { recursive: true });
  const films = await drawFilms(drawables, folder, batch);
  const parts: DrawnPart[] = [];
  await each(
    drawables.filter(({ component }) => component === FILM_PARTS),
    async (page) => {
      parts.push({ part: sitemapPartNumber(page.path.slice(1))!, document: (await page.draw()).toString() });
    },
  );
  await tell({ is: 'films', batch, films, parts });
}

async function drawFilms(drawables: Drawable[], folder: string, batch: string): Promise<DrawnFilm[]> {
  const inBatch = JSON.parse(readFileSync(batch, 'utf8')) as { movieKey: string; movieId: number }[];
  const ids = new Map(inBatch.map((film) => [film.movieKey, film.movieId]));
  const films: DrawnFilm[] = [];
  await each(
    drawables.filter(({ component }) => component === FILM_PAGE),
    async (page) => {
      const { movie_name: slug, movie_id: key } = matchRoute('publicMovie', encodeURI(page.path)) ?? {};
      const movieId = ids.get(key ?? '');
      if (movieId === undefined) return;
      const body = await page.draw();
      const file = join(folder, `${key}.html`);
      await writeFile(file, body);
      films.push({ key: key!, file, movieId, slug: slug!, digest: digestOf(body) });
    },
  );
  return films;
}

async function each(drawables: Drawable[], draw: (page: Drawable) => Promise<void>) {
  const waiting = drawables.values();
  const next = async () => {
    for (const page of waiting)
      await draw(page).catch((error: unknown) => {
        throw new Error(`${page.path} could not be drawn: ${error instanceof Error ? error.message : error}`);
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

// Without whom it draws for, it has nothing to do.
process.once('disconnect', () => process.exit());
process.once('message', (task: Task) => {
  work(task).then(
    () => process.disconnect(),
    async (error: unknown) => {
      await tell({ is: 'failed', why: error instanceof Error ? error.message : String(error) });
      process.exit(1);
    },
  );
});
