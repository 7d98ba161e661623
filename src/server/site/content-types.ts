import { extname } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
  '.vtt': 'text/vtt; charset=utf-8',
};

export const contentTypeOf = (path: string): string =>
  TYPES[extname(path)] ?? 'application/octet-stream';

/** Hashed files (`_astro`) are cached forever; all other files are revalidated at each request. */
export const cacheControlOf = (path: string): string =>
  /^\/?_astro\//.test(path) ? CACHE_FOREVER : 'public, max-age=0, must-revalidate';

/** For a file whose address changes with its content. */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable';
