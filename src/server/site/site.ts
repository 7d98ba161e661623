import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Hono } from 'hono';
import { matchRoute, pathPattern, routes, shellPath } from '#routes.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8', '.webmanifest': 'application/manifest+json', '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8', '.woff2': 'font/woff2', '.png': 'image/png', '.ico': 'image/x-icon', '.webp': 'image/webp',
  '.avif': 'image/avif', '.jpg': 'image/jpeg', '.mp4': 'video/mp4', '.vtt': 'text/vtt; charset=utf-8',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.xml', '.txt']);
const SHELLS = Object.values(routes).filter((route) => route.build === 'shell').map(({ path }) => ({ pattern: pathPattern(path), file: shellPath(path) }));

interface Page {
  body: Buffer;
  etag: string;
  type: string;
  br?: Buffer;
  gz?: Buffer;
}

export interface SiteOptions {
  /** Whether a film has this key: a `/v/` page newer than the last build is then shown by the shell. */
  isMovie: (movieKey: string) => Promise<boolean>;
}

/** Serves a built site from a folder: the files, the shells behind their real URLs (routes.ts), and the 404 page. */
export function siteApp(siteDir: string, { isMovie }: SiteOptions): Hono {
  const app = new Hono();
  const read = pageReader(siteDir);

  app.get('*', async (context) => {
    const path = decoded(context.req.path);
    const page = path === null ? null : ((await read(path)) ?? (await read(await shellFor(path, isMovie))));
    const shown = page ?? (await read('/404.html'));
    if (!shown) return context.html(NOT_BUILT, 503, { 'Retry-After': '10' });
    return answer(context.req.raw, shown, { status: page ? 200 : 404, isImmutable: path?.startsWith('/_astro/') ?? false });
  });
  return app;
}

const NOT_BUILT = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Matinee</title><p>The house is being prepared. This page looks again in a moment.</p>';

async function shellFor(path: string, isMovie: (key: string) => Promise<boolean>): Promise<string> {
  const movie = matchRoute('publicMovie', path);
  if (movie) return (await isMovie(movie['movie_id']!)) ? shellPath(routes.publicMovie.path) : '';
  return SHELLS.find(({ pattern }) => pattern.test(path))?.file ?? '';
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Reads files below a folder, keeping each one's compressed forms until it changes. */
function pageReader(siteDir: string) {
  const kept = new Map<string, { stamp: string; page: Page }>();
  return async (path: string): Promise<Page | null> => {
    if (!path || path.includes('\0')) return null;
    const root = await realpath(siteDir).catch(() => null);
    if (!root) return null;
    const file = join(root, normalize(extname(path) ? path : `${path}/index.html`));
    if (!file.startsWith(root + sep)) return null;
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const stamp = `${found.mtimeMs}-${found.size}`;
    const known = kept.get(file);
    if (known?.stamp === stamp) return known.page;
    const page = await load(file);
    kept.set(file, { stamp, page });
    return page;
  };
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function load(file: string): Promise<Page> {
  const body = await readFile(file);
  const extension = extname(file);
  const page: Page = {
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    type: TYPES[extension] ?? 'application/octet-stream',
  };
  if (!COMPRESSED.has(extension)) return page;
  const [br, gz] = await Promise.all([toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }), toGzip(body, { level: 9 })]);
  return { ...page, br, gz };
}

function answer(request: Request, page: Page, { status, isImmutable }: { status: number; isImmutable: boolean }): Response {
  const headers = new Headers({
    ETag: page.etag,
    'Content-Type': page.type,
    'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), payment=(self)',
    'Content-Security-Policy': "frame-ancestors 'none'",
    Vary: 'Accept-Encoding',
  });
  if (status === 200 && request.headers.get('If-None-Match')?.includes(page.etag)) return new Response(null, { status: 304, headers });
  const accepted = request.headers.get('Accept-Encoding') ?? '';
  const [encoding, body] = accepted.includes('br') && page.br ? ['br', page.br] : accepted.includes('gzip') && page.gz ? ['gzip', page.gz] : [null, page.body];
  if (encoding) headers.set('Content-Encoding', encoding);
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
}
