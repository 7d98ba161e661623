import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, posix, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Hono } from 'hono';
import { FILMS_FOLDER } from '#domain/film-file.ts';
import { pageHeaders } from '#domain/security-headers.ts';
import { pathPattern, routes, shellPath } from '#routes.ts';
import { withHeaders } from '../with-headers.ts';
import { cacheControlOf, contentTypeOf } from './content-types.ts';
import { filmVisit, NOT_FOUND, type Visit } from './film-address.ts';
import type { MovieState } from './queries.ts';

/** Every page is in English; a film's own words carry their language in the page. */
const LANGUAGE = 'en';
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.xml', '.txt']);
const SHELLS = Object.values(routes)
  .filter((route) => route.build === 'shell')
  .map(({ path }) => ({ pattern: pathPattern(path), file: shellPath(path) }));

interface Page {
  body: Buffer;
  etag: string;
  type: string;
  br?: Buffer;
  gz?: Buffer;
}

export interface SiteOptions {
  /** What became of the film with this key. */
  movieState: (movieKey: string) => Promise<MovieState>;
  isHttps: boolean;
}

/** Serves a built site from a folder: the files, the shells behind their real URLs (routes.ts), films by their state, and the 404 page. */
export function siteApp(siteDir: string, { movieState, isHttps }: SiteOptions): Hono {
  const app = new Hono();
  app.use(withHeaders(pageHeaders({ isHttps })));
  const read = pageReader(siteDir);

  app.get('*', async (context) => {
    const { path } = context.req;
    const visit = isWellFormed(path) ? ((await filmVisit(path, movieState)) ?? plainVisit(path)) : NOT_FOUND;
    if (visit.status === 301) return movedTo(visit.to, new URL(context.req.url).search);
    for (const file of visit.files) {
      const page = await read(file);
      if (page) return answer(context.req.raw, page, { status: visit.status, cacheControl: cacheControlOf(file) });
    }
    const notFound = await read('/404.html');
    if (!notFound) return context.html(NOT_BUILT, 503, { 'Retry-After': '10' });
    return answer(context.req.raw, notFound, { status: 404, cacheControl: cacheControlOf('/404.html') });
  });
  return app;
}

const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Matinee</title><p>The house is being prepared. This page looks again in a moment.</p>';

/** What a release is made of, but is no address: films stand under `/v/`, and cards are for rebuilds. Some disks know no case. */
const INNER = new RegExp(`^/(${FILMS_FOLDER}(/|$)|\\.(?!well-known/))`, 'i');

/** Judged by the file that would be read: a path names one in many spellings (`//`, `/./`, `%2e`, and `\\` on some systems). */
const isInner = (path: string) => INNER.test(posix.normalize((fileAt(path) ?? '').replaceAll('\\', '/')));

function plainVisit(path: string): Visit {
  if (isInner(path)) return NOT_FOUND;
  const shell = SHELLS.find(({ pattern }) => pattern.test(path))?.file;
  return { status: 200, files: shell ? [path, shell] : [path] };
}

/**
 * For an hour and not for ever: a film that is renamed moves back. With a query for this visitor alone: a network that looks at
 * paths would give it to the next one.
 */
const movedTo = (address: string, query: string) =>
  new Response(null, {
    status: 301,
    headers: { Location: address + query, 'Cache-Control': `${query ? 'private' : 'public'}, max-age=3600` },
  });

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The file that an address names, with one slash between its parts; null when a part could be no file's name, such as `a%2Fb`. */
function fileAt(path: string): string | null {
  const parts = path.split('/').map(decodeURIComponent);
  return parts.some((part) => /[/\0]/.test(part)) ? null : posix.normalize(parts.join('/'));
}

/** Chosen: enough for the lists and some thousand films. */
const KEPT_BYTES = 128 * 2 ** 20;

/** Reads files below a folder, keeping each one's compressed forms until it changes; of many, those that were asked for last. */
function pageReader(siteDir: string) {
  const kept = new Map<string, { stamp: string; page: Page }>();
  let bytes = 0;
  const drop = (file: string) => {
    bytes -= weightOf(kept.get(file)?.page);
    kept.delete(file);
  };
  const keep = (file: string, stamp: string, page: Page) => {
    drop(file);
    kept.set(file, { stamp, page });
    bytes += weightOf(page);
    for (const oldest of kept.keys()) {
      if (bytes <= KEPT_BYTES) return;
      drop(oldest);
    }
  };
  return async (address: string): Promise<Page | null> => {
    const path = fileAt(address);
    if (!path) return null;
    const root = await realpath(siteDir).catch(() => null);
    if (!root) return null;
    const inRoot = join(root, extname(path) ? path : `${path}/index.html`);
    if (!inRoot.startsWith(root + sep)) return null;
    // By its own place: a film that did not change lies in the same drawer in every release.
    const file = await realpath(inRoot).catch(() => inRoot);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const stamp = `${found.mtimeMs}-${found.size}`;
    const known = kept.get(file);
    const page = known?.stamp === stamp ? known.page : await load(file);
    keep(file, stamp, page);
    return page;
  };
}

const weightOf = (page: Page | undefined) =>
  page ? page.body.length + (page.br?.length ?? 0) + (page.gz?.length ?? 0) : 0;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function load(file: string): Promise<Page> {
  const body = await readFile(file);
  const extension = extname(file);
  const page: Page = {
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    type: contentTypeOf(file),
  };
  if (!COMPRESSED.has(extension)) return page;
  const [br, gz] = await Promise.all([
    toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    toGzip(body, { level: 9 }),
  ]);
  return { ...page, br, gz };
}

function answer(
  request: Request,
  page: Page,
  { status, cacheControl }: { status: number; cacheControl: string },
): Response {
  const headers = new Headers({
    ETag: page.etag,
    'Content-Type': page.type,
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
  });
  if (page.type.startsWith('text/html')) headers.set('Content-Language', LANGUAGE);
  if (status === 200 && request.headers.get('If-None-Match')?.includes(page.etag))
    return new Response(null, { status: 304, headers });
  const accepted = request.headers.get('Accept-Encoding') ?? '';
  const [encoding, body] =
    accepted.includes('br') && page.br
      ? ['br', page.br]
      : accepted.includes('gzip') && page.gz
        ? ['gzip', page.gz]
        : [null, page.body];
  if (encoding) headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.length));
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
}
