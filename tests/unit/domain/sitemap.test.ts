import { expect, test } from 'vitest';
import { filmShard, filmPagePath } from '#domain/film-page-path.ts';
import {
  mergeSitemap,
  sitemapDocument,
  sitemapIndex,
  sitemapPartNumber,
  sitemapPartName,
  sitemapPartOf,
} from '#domain/sitemap.ts';

const entry = (key: string, name: string) =>
  `<url><loc>https://x.test/v/${name}/${key}</loc></url>`;
const part = (...entries: string[]) => sitemapDocument('urlset', entries, ' xmlns:image="i"');
const NO_KEYS = new Set<string>();

test('a film’s part depends only on its movieId', () => {
  expect([1, 100, 101, 250].map(sitemapPartOf)).toEqual([1, 1, 2, 3]);
  expect([sitemapPartNumber(sitemapPartName(12)), sitemapPartNumber('sitemap-index.xml')]).toEqual([
    12,
    null,
  ]);
});

test.each([
  ['starts with the new films', null, part(entry('a1', 'one')), NO_KEYS, part(entry('a1', 'one'))],
  [
    'keeps the position of a renamed film',
    part(entry('a1', 'one'), entry('b2', 'two')),
    part(entry('a1', 'uno')),
    NO_KEYS,
    part(entry('a1', 'uno'), entry('b2', 'two')),
  ],
  [
    'adds a film in the order of keys',
    part(entry('a1', 'one'), entry('c3', 'three')),
    part(entry('b2', 'two')),
    NO_KEYS,
    part(entry('a1', 'one'), entry('b2', 'two'), entry('c3', 'three')),
  ],
  [
    'leaves out removed films',
    part(entry('a1', 'one'), entry('b2', 'two')),
    null,
    new Set(['a1']),
    part(entry('b2', 'two')),
  ],
  ['is null when no film is left', part(entry('a1', 'one')), null, new Set(['a1']), null],
])('a part %s', (_, old, update, removedKeys, expected) => {
  expect(mergeSitemap(old, update === null ? [] : [update], removedKeys)).toBe(expected);
});

test('the index lists the pages first, then the parts by number', () => {
  const names = [...sitemapIndex([10, 2], new URL('https://x.test')).matchAll(/<loc>([^<]+)/g)].map(
    ([, address]) => address,
  );
  expect(names).toEqual(
    ['sitemap-pages.xml', 'sitemap-films-2.xml', 'sitemap-films-10.xml'].map(
      (name) => `https://x.test/${name}`,
    ),
  );
});

test('a film’s page is in the shard of its key; an invalid key has no path', () => {
  expect([filmShard('xKq7b3'), filmPagePath('xKq7b3')]).toEqual(['b3', '/films/b3/xKq7b3.html']);
  expect(['', '../x', 'a/b', 'a.b', 'x'.repeat(41)].map(filmPagePath)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
