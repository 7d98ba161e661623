import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** `brotliQuality` is 0 to 11. Runs outside the event loop. */
export const compressBody = (body: Uint8Array, encoding: Encoding, brotliQuality: number) =>
  encoding === 'br'
    ? toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
    : toGzip(body, { level: 9 });

export const acceptedEncoding = (acceptEncoding: string | null | undefined): Encoding | null => {
  if (acceptEncoding?.includes('br')) return 'br';
  return acceptEncoding?.includes('gzip') ? 'gzip' : null;
};

export const etagOf = (body: string | Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Ignores `W/`, which a proxy adds when it compresses. */
export const isEtagKnown = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false;
