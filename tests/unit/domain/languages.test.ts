import { describe, expect, test } from 'vitest';
import { isLanguageMatch, languageList, nativeLanguageName } from '#domain/languages.ts';

test("the specification's six languages come first, then the others in alphabetical order, each once", () => {
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

describe('a typed text matches', () => {
  test.each([
    ['Tamil', 'tam', true],
    ['Tamil', ' MIL ', true],
    ['Tamil', 'தமி', true],
    ['Spanish', 'espanol', true],
    ['Hindi', 'tam', false],
    ['Hindi', '', true],
  ])('%s by “%s”: %s', (name, typed, isFound) => {
    expect(isLanguageMatch(name, typed)).toBe(isFound);
  });
});

test('a language has a native name if it differs', () => {
  expect(nativeLanguageName('Tamil')).toEqual({ text: 'தமிழ்', lang: 'ta' });
  expect(nativeLanguageName('Dogri')).toEqual({ text: 'डोगरी', lang: 'doi' });
  expect(nativeLanguageName('English')).toBeUndefined();
  expect(nativeLanguageName('Klingon')).toBeUndefined();
});
