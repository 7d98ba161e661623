/** A process that draws pages: src/rebuild/render/draw.ts starts it, hands it a Task and hears what it made. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sitemapPartNumber } from '#domain/sitemap.ts';
import { matchRoute } from '#routes.ts';
import { rememberReplies } from './replies.ts';
import { type Drawable, openRenderer, type Renderer } from './renderer.ts';
import type { DrawnFilm, DrawnPart, Task, Told } from './task.ts';

const FILM_PAGE = 'src/pages/v/[movie_name]/[movie_id].astro';
const FILM_PARTS = 'src/pages/sitemap-films-[part].xml.ts';
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
  if (pages) await tell({ is: 'pages', paths: await drawPages(renderer, pagesDir) });
  for (const batch of batches) {
    const folder = join(filmsDir, parse(batch).name);
    mkdirSync(folder, { recursive: true });
    await tell({ is: 'films', batch, ...(await drawFilms(renderer, folder, batch)) });
  }
}

async function drawPages(renderer: Renderer, pagesDir: string): Promise<string[]> {
  // Of films' pages only the shell is drawn here.
  process.env['BUILD_FILMS'] = NO_FILMS;
  const forget = rememberReplies();
  const drawables = await renderer.drawables((component) => component !== INDEX);
  await each(drawables, async (page) => {
    const file = join(pagesDir, fileOf(page.path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await page.draw());
  });
  forget();
  return drawables.map(({ path }) => path);
}

/** Where a page's file lies in a release. */
const fileOf = (path: string): string => {
  if (/\.\w+$/.test(path)) return path;
  return path === '/404' ? '/404.html' : `${path.replace(/\/$/, '')}/index.html`;
};

async function drawFilms(renderer: Renderer, folder: string, batch: string) {
  process.env['BUILD_FILMS'] = batch;
  const ids = new Map(
    (JSON.parse(readFileSync(batch, 'utf8')) as { movieKey: string; movieId: number }[]).map((film) => [
      film.movieKey,
      film.movieId,
    ]),
  );
  const films: DrawnFilm[] = [];
  await each(await renderer.drawables((component) => component === FILM_PAGE), async (page) => {
    const { movie_name: slug, movie_id: key } = matchRoute('publicMovie', encodeURI(page.path)) ?? {};
    const movieId = ids.get(key ?? '');
    if (movieId === undefined) return;
    const body = await page.draw();
    const file = join(folder, `${key}.html`);
    writeFileSync(file, body);
    films.push({ key: key!, file, movieId, slug: slug!, digest: digestOf(body) });
  });
  const parts: DrawnPart[] = [];
  await each(await renderer.drawables((component) => component === FILM_PARTS), async (page) => {
    parts.push({ part: sitemapPartNumber(page.path.slice(1))!, document: (await page.draw()).toString() });
  });
  return { films, parts };
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
