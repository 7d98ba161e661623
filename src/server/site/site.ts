import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, posix, sep } from 'node:path';
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { FILMS_FOLDER } from '#domain/film-page-path.ts';
import { LANGUAGE } from '#domain/format/locale.ts';
import { FOR_OTHER_SITES, pageHeaders } from '#domain/security-headers.ts';
import { EMBED_SCRIPT, pathPattern, routes, shellPath } from '#routes.ts';
import { acceptedEncoding, compressBody, etagOf, isEtagKnown } from '../compressed-body.ts';
import { withHeaders } from '../with-headers.ts';
import { cacheControlOf, contentTypeOf } from './content-types.ts';
import { resolveFilmPath, NOT_FOUND, type PathResolution } from './resolve-film-path.ts';
import { repairPath } from './repair-path.ts';
import type { MovieState } from './queries.ts';

const COMPRESSED = new Set([
  '.html',
  '.js',
  '.css',
  '.svg',
  '.json',
  '.webmanifest',
  '.xml',
  '.txt',
]);
const SHELLS = Object.values(routes)
  .filter((route) => route.build === 'shell')
  .map(({ path }) => ({ pattern: pathPattern(path), file: shellPath(path) }));

interface SiteFile {
  body: Buffer;
  etag: string;
  type: string;
  br?: Buffer;
  gzip?: Buffer;
}

interface SiteOptions {
  movieState: (movieKey: string) => Promise<MovieState>;
  isHttps: boolean;
}

/**
 * Serves the active release: files, shells under their real URLs (routes.ts), films by their state,
 * the 404 page.
 */
export function siteApp(siteDir: string, { movieState, isHttps }: SiteOptions): Hono {
  const app = new Hono();
  app.use(withHeaders(pageHeaders({ isHttps })));
  app.use(EMBED_SCRIPT, withHeaders(FOR_OTHER_SITES));
  const readSiteFile = createFileReader(siteDir);

  const resolve = async (path: string): Promise<PathResolution> =>
    isWellFormed(path)
      ? ((await resolveFilmPath(path, movieState)) ?? resolvePlainPath(path))
      : NOT_FOUND;

  /** Where a path leads that chats have lengthened or cut; null if that is no page either. */
  async function resolveRepaired(path: string): Promise<string | null> {
    const repaired = repairPath(path);
    if (!repaired) return null;
    const resolution = await resolve(repaired);
    if (resolution.status === 301) return resolution.to;
    return resolution.status === 200 ? repaired : null;
  }

  app.get('*', async (context) => {
    const { path } = context.req;
    const resolution = await resolve(path);
    const { status } = resolution;
    const { search } = new URL(context.req.url);
    if (status === 301) return redirectTo(resolution.to, search);
    for (const file of status === 404 ? [] : resolution.files) {
      const siteFile = await readSiteFile(file);
      if (siteFile)
        return respond(context.req.raw, siteFile, { status, cacheControl: cacheControlOf(file) });
    }
    const repaired = status === 410 ? null : await resolveRepaired(path);
    if (repaired) return redirectTo(repaired, search);
    const notFound = await readSiteFile('/404.html');
    if (!notFound) return context.html(NOT_BUILT, 503, { 'Retry-After': '10' });
    return respond(context.req.raw, notFound, {
      status: 404,
      cacheControl: cacheControlOf('/404.html'),
    });
  });
  return app;
}

const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Matinee</title><p>The site is being prepared. This page reloads in a moment.</p>';

/**
 * Files of a release that are not public: film shards and manifests. Some file systems ignore case.
 */
const INTERNAL = new RegExp(`^/(${FILMS_FOLDER}(/|$)|\\.(?!well-known/))`, 'i');

/**
 * Tests the normalized file path, because a URL can spell it in many ways (`//`, `/./`, `%2e`,
 * `\\`).
 */
const isInternal = (path: string) =>
  INTERNAL.test(posix.normalize((filePathOf(path) ?? '').replaceAll('\\', '/')));

function resolvePlainPath(path: string): PathResolution {
  if (isInternal(path)) return NOT_FOUND;
  const shell = SHELLS.find(({ pattern }) => pattern.test(path))?.file;
  return { status: 200, files: shell ? [path, shell] : [path] };
}

/**
 * For an hour: a renamed film may get its old name back. Private with a query: a CDN may ignore the
 * query and serve all visitors.
 */
const redirectTo = (address: string, query: string) =>
  new Response(null, {
    status: 301,
    headers: {
      Location: address + query,
      'Cache-Control': `${query ? 'private' : 'public'}, max-age=3600`,
    },
  });

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns the normalized file path; null if a decoded part contains a slash, such as `a%2Fb`. */
function filePathOf(path: string): string | null {
  const parts = path.split('/').map(decodeURIComponent);
  return parts.some((part) => /[/\0]/.test(part)) ? null : posix.normalize(parts.join('/'));
}

/** Chosen: enough for the lists and some thousand films. */
const MAX_CACHE_BYTES = 128 * 2 ** 20;
/** Chosen: a file is compressed once for thousands of visitors. */
const BROTLI_QUALITY = 10;

/** Reads files with an LRU cache of their compressed bodies. */
function createFileReader(siteDir: string) {
  const cache = new LRUCache<string, { version: string; siteFile: SiteFile }>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ siteFile: { body, br, gzip } }) =>
      1 + body.length + (br?.length ?? 0) + (gzip?.length ?? 0),
  });
  return async (address: string): Promise<SiteFile | null> => {
    const path = filePathOf(address);
    if (!path) return null;
    const root = await realpath(siteDir).catch(() => null);
    if (!root) return null;
    const inRoot = join(root, extname(path) ? path : `${path}/index.html`);
    if (!inRoot.startsWith(root + sep)) return null;
    // The real path: an unchanged film is in the same shard in every release, so its cache entry
    // stays valid.
    const file = await realpath(inRoot).catch(() => inRoot);
    const stats = await stat(file).catch(() => null);
    if (!stats?.isFile()) return null;
    const version = `${stats.mtimeMs}-${stats.size}`;
    const cached = cache.get(file);
    if (cached?.version === version) return cached.siteFile;
    const siteFile = await loadSiteFile(file);
    cache.set(file, { version, siteFile });
    return siteFile;
  };
}

async function loadSiteFile(file: string): Promise<SiteFile> {
  const body = await readFile(file);
  const siteFile: SiteFile = { body, etag: etagOf(body), type: contentTypeOf(file) };
  if (!COMPRESSED.has(extname(file))) return siteFile;
  const [br, gzip] = await Promise.all([
    compressBody(body, 'br', BROTLI_QUALITY),
    compressBody(body, 'gzip', BROTLI_QUALITY),
  ]);
  return { ...siteFile, br, gzip };
}

function respond(
  request: Request,
  siteFile: SiteFile,
  { status, cacheControl }: { status: number; cacheControl: string },
): Response {
  const headers = new Headers({
    ETag: siteFile.etag,
    'Content-Type': siteFile.type,
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
  });
  if (siteFile.type.startsWith('text/html')) headers.set('Content-Language', LANGUAGE);
  if (status === 200 && isEtagKnown(request.headers.get('If-None-Match'), siteFile.etag))
    return new Response(null, { status: 304, headers });
  const encoding = acceptedEncoding(request.headers.get('Accept-Encoding'));
  const compressed = encoding && siteFile[encoding];
  const body = compressed ?? siteFile.body;
  if (compressed) headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.length));
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
}
