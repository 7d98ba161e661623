import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

export type Encoding = 'br' | 'gzip';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** `brotliQuality` is 0 to 11. Runs outside the event loop. */
export const compressBody = (body: Uint8Array, encoding: Encoding, brotliQuality: number) =>
  encoding === 'br'
    ? toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
    : toGzip(body, { level: 9 });

/**
 * Returns the encoding that the header prefers, brotli first among equals; null for none (RFC 9110
 * §12.5.3).
 */
export function acceptedEncoding(acceptEncoding: string | null | undefined): Encoding | null {
  if (!acceptEncoding) return null;
  const accepted = parseAccept(acceptEncoding.toLowerCase());
  const weightOf = (encoding: string) => accepted.find(({ type }) => type === encoding)?.q;
  const anyWeight = weightOf('*') ?? 0;
  const br = weightOf('br') ?? anyWeight;
  const gzip = weightOf('gzip') ?? weightOf('x-gzip') ?? anyWeight;
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : null;
}

/**
 * Weak, because the same tag stands for the plain and for the compressed body (RFC 9110 §8.8.3.3).
 */
export const etagOf = (body: string | Uint8Array): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** The weak comparison of `If-None-Match`; `*` knows each reply (RFC 9110 §13.1.2). */
export const isEtagKnown = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((each) => ['*', opaque(etag)].includes(opaque(each.trim()))) ??
  false;

const opaque = (etag: string) => etag.replace(/^W\//, '');
