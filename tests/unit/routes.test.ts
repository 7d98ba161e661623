import fc from '../support/fast-check.ts';
import { expect, test } from 'vitest';
import { href, isFolderName, matchRoute, pathPattern, routes } from '#routes.ts';

test('a URL is parsed back into the names that it was built from', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each.isWellFormed());
  fc.assert(
    fc.property(name, name, (languages, genres) => {
      const address = href('moviesByBoth', { languages, genres });
      expect(matchRoute('moviesByBoth', address)).toEqual({ languages, genres });
      expect(address).not.toMatch(/[?#\s]/);
    }),
  );
});

test.each(['Sci/Fi', 'What?', 'C#', '100%', '100%25', 'a%2Fb', 'Action & Adventure'])(
  '%s in a URL still matches its route',
  (genres) => {
    expect(pathPattern(routes.moviesByGenre.path).test(href('moviesByGenre', { genres }))).toBe(
      true,
    );
    expect(matchRoute('moviesByGenre', href('moviesByGenre', { genres }))).toEqual({ genres });
  },
);

test.each([
  ['Tamil', true],
  ['Science Fiction', true],
  ['Action & Adventure', true],
  ['குடும்பம்', true],
  ['क्राइम', true],
  ['Sci/Fi', false],
  ['100% Pure', false],
  ['What?', false],
  ['#1', false],
  ['..', false],
  ['_', false],
  ['a\\b', false],
  ['a:b', false],
  ['', false],
  ['க'.repeat(81), false],
])('whether %s is built as a folder: %s', (name, isBuilt) => {
  expect(isFolderName(name)).toBe(isBuilt);
});
