import { expect, test } from 'vitest';
import { drawerOf, filmFile } from '#domain/film-file.ts';
import {
  mergeSitemap,
  sitemapDocument,
  sitemapIndex,
  sitemapPartNumber,
  sitemapPartName,
  sitemapPartOf,
} from '#domain/sitemap.ts';

const entry = (key: string, name: string) => `<url><loc>https://x.test/v/${name}/${key}</loc></url>`;
const part = (...entries: string[]) => sitemapDocument('urlset', entries, ' xmlns:image="i"');
const NOBODY = new Set<string>();

test('a film stands in the part of its number, whatever else is in the catalogue', () => {
  expect([1, 100, 101, 250].map(sitemapPartOf)).toEqual([1, 1, 2, 3]);
  expect([sitemapPartNumber(sitemapPartName(12)), sitemapPartNumber('sitemap-index.xml')]).toEqual([12, null]);
});

test.each([
  ['begins with the films that are new', null, part(entry('a1', 'one')), NOBODY, part(entry('a1', 'one'))],
  [
    'puts a renamed film in its old place',
    part(entry('a1', 'one'), entry('b2', 'two')),
    part(entry('a1', 'uno')),
    NOBODY,
    part(entry('a1', 'uno'), entry('b2', 'two')),
  ],
  [
    'adds a film where its key belongs',
    part(entry('a1', 'one'), entry('c3', 'three')),
    part(entry('b2', 'two')),
    NOBODY,
    part(entry('a1', 'one'), entry('b2', 'two'), entry('c3', 'three')),
  ],
  [
    'leaves out who is gone',
    part(entry('a1', 'one'), entry('b2', 'two')),
    null,
    new Set(['a1']),
    part(entry('b2', 'two')),
  ],
  ['is no file when nobody is left', part(entry('a1', 'one')), null, new Set(['a1']), null],
])('a part %s', (_, old, fresh, gone, expected) => {
  expect(mergeSitemap(old, fresh === null ? [] : [fresh], gone)).toBe(expected);
});

test('the index names the pages first and the parts by number', () => {
  const names = [...sitemapIndex([10, 2], new URL('https://x.test')).matchAll(/<loc>([^<]+)/g)].map(
    ([, address]) => address,
  );
  expect(names).toEqual(
    ['sitemap-pages.xml', 'sitemap-films-2.xml', 'sitemap-films-10.xml'].map((name) => `https://x.test/${name}`),
  );
});

test('a film’s page lies in the drawer of its key’s end; what is no key has none', () => {
  expect([drawerOf('xKq7b3'), filmFile('xKq7b3')]).toEqual(['b3', '/films/b3/xKq7b3.html']);
  expect(['', '../x', 'a/b', 'a.b', 'x'.repeat(41)].map(filmFile)).toEqual([null, null, null, null, null]);
});
