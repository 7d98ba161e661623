import { expect, test } from 'vitest';
import { csvCell, exportFileName } from '#domain/csv.ts';
import { searchKey } from '#domain/search-key.ts';
import { movieSlug } from '#domain/slug.ts';
import { maskJson, maskText } from '#server/mask.ts';
import { validAddress } from '#server/streaming/submission/mails/address.ts';
import { linkedHtml } from '../../src/layouts/content-blocks.ts';

const LENGTH = 100_000;
const READERS: Record<string, (text: string) => unknown> = {
  linkedHtml,
  maskText,
  maskJson,
  movieSlug,
  exportFileName,
  csvCell,
  searchKey,
  validAddress,
};
const PARTS = [
  'a',
  '-',
  '_',
  ' ',
  '.',
  '@',
  'a@',
  'a@a.',
  '-eyJaaaaaaaa',
  '"',
  '\\"',
  '\t',
  ';',
  '1',
  'é',
  '<',
  '+a',
];

test.each(Object.entries(READERS))(
  '%s reads 100,000 letters of one kind in linear time',
  (_, read) => {
    for (const part of PARTS) {
      const text = part.repeat(LENGTH / part.length);
      const start = performance.now();
      read(text);
      read(`${text}\n`);
      expect(performance.now() - start, part).toBeLessThan(1000);
    }
  },
);

test('the last part of a line that was cut off is masked too', () => {
  expect(maskJson('{"to":"ravi@example.com')).toBe('{"to":"r•••@example.com');
  expect(maskJson('{"a":"\\"ravi@example.com\\\\"}')).toBe('{"a":"\\"r•••@example.com\\\\"}');
});

test.each([
  [
    'Ravi, ravi.k+films@example.co.in!',
    'Ravi, <a href="mailto:ravi.k+films@example.co.in">ravi.k+films@example.co.in</a>!',
  ],
  ['a@b@example.com', 'a@<a href="mailto:b@example.com">b@example.com</a>'],
])('mail addresses in %j are links', (text, html) => expect(linkedHtml(text)).toBe(html));

test.each([
  ['a;=1', '"a;\'=1"'],
  ['a\n =1', '"a\n \'=1"'],
  ['a;; =1;+2', '"a;; \'=1;\'+2"'],
  ['a = b', '"a = b"'],
  ['=1', '"\'=1"'],
])('a formula in %j cannot run', (text, cell) => expect(csvCell(text)).toBe(cell));
