import { expect, test } from 'vitest';
import { filmLanguages, findLanguages } from '#domain/film-languages.ts';

const languages = filmLanguages();

test('languages have English names; those of India come first', () => {
  expect(languages).toEqual(
    expect.arrayContaining(['Tamil', 'Malayalam', 'Bengali', 'Bhojpuri', 'Tulu', 'English']),
  );
  expect([languages[0], languages.at(-1)]).toEqual(['Assamese', 'Zulu']);
  expect(languages.indexOf('Urdu')).toBeLessThan(languages.indexOf('Afrikaans'));
  expect(languages.filter((name) => /^[a-z]{2,3}$/.test(name))).toEqual([]);
});

test.each([
  ['mal', ['Malayalam', 'Malay', 'Maltese', 'Somali']],
  ['தமிழ்', ['Tamil']],
  ['tam', ['Tamil']],
  ['অসমীয়া', ['Assamese']],
  ['bangla', ['Bengali']],
  ['klingon', []],
])('%s finds %j', (typed, found) => expect(findLanguages(languages, typed)).toEqual(found));

test('names that begin with the text come first', () =>
  expect(findLanguages(languages, 'en')[0]).toBe('English'));
