import { expect, test } from 'vitest';
import { acceptedEncoding } from '#server/compressed-body.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['BR', 'br'],
  ['brotli', null],
  ['x-gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['identity', null],
  ['', null],
  [undefined, null],
])('Accept-Encoding %s is answered with %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
