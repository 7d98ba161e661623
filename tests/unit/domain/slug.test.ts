import fc from '../../support/fast-check.ts';
import { expect, test } from 'vitest';
import { movieSlug } from '#domain/slug.ts';

test.each([
  ['uses lower case', 'NINE LIGHTS', 'nine-lights'],
  [
    'replaces a run of other characters by one hyphen',
    'Salt & Silver: Part 2!',
    'salt-silver-part-2',
  ],
  ['keeps letters of every script', 'கடைசி மழை', 'கடைசி-மழை'],
  ['keeps vowel signs', 'रात की रेल', 'रात-की-रेल'],
  ['keeps a right-to-left name', 'سوق الليل', 'سوق-الليل'],
  ['normalizes to NFC', 'Cafe\u0301', 'café'],
  ['returns a hyphen for a name without letters', '…?!', '-'],
])('%s', (_, name, slug) => {
  expect(movieSlug(name)).toBe(slug);
});

test.each([
  ['a'.repeat(300), 80],
  ['க'.repeat(300), 80],
  [`${'𑀓'.repeat(39)}a${'𑀓'.repeat(10)}`, 79],
  [`${'a'.repeat(79)} b`, 79],
])('a long name is cut to a valid folder name (%#)', (name, length) => {
  const slug = movieSlug(name);
  expect(slug).toHaveLength(length);
  expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(255);
  expect(slug.isWellFormed()).toBe(true);
  expect(movieSlug(slug)).toBe(slug);
});

test('a slug is one URL segment and is its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const slug = movieSlug(name);
      expect(slug).toMatch(/^[^\s/?#]+$/u);
      expect(movieSlug(slug)).toBe(slug);
    }),
  );
});
