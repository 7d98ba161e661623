import { describe, expect, test } from 'vitest';
import { isLanguageLike, languageList, ownLanguageName } from '#domain/languages.ts';

test("the specification's six stand first, the others follow by the alphabet, each once", () => {
  expect(languageList(['Tamil', 'Marathi', 'Hindi', 'Marathi', '', 'English'])).toEqual([
    'Arabic',
    'Tamil',
    'English',
    'Spanish',
    'French',
    'German',
    'Hindi',
    'Marathi',
  ]);
});

describe('what is typed finds', () => {
  test.each([
    ['Tamil', 'tam', true],
    ['Tamil', ' MIL ', true],
    ['Tamil', 'தமி', true],
    ['Spanish', 'espanol', true],
    ['Hindi', 'tam', false],
    ['Hindi', '', true],
  ])('%s by “%s”: %s', (name, typed, isFound) => {
    expect(isLanguageLike(name, typed)).toBe(isFound);
  });
});

test('a language has a name of its own where that is another', () => {
  expect(ownLanguageName('Tamil')).toEqual({ text: 'தமிழ்', lang: 'ta' });
  expect(ownLanguageName('English')).toBeUndefined();
  expect(ownLanguageName('Klingon')).toBeUndefined();
});
