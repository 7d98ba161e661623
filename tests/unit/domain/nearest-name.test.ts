import { expect, test } from 'vitest';
import { nearestName } from '#domain/nearest-name.ts';

const NAMES = [
  'movieName',
  'movieNameEn',
  'primaryLanguage',
  'yearReleased',
  'ticketRate',
  'genres',
  'cast',
  'poster',
];

test.each([
  ['two swapped letters', 'geners', 'genres'],
  ['a missing letter', 'poter', 'poster'],
  ['another case, with spaces', 'Movie Name', 'movieName'],
  ['underscores', 'ticket_rate', 'ticketRate'],
  ['one of the words of a name', 'language', 'primaryLanguage'],
  ['a mistyped word of a name', 'langauge', 'primaryLanguage'],
  ['the shorter of two names with the same beginning', 'moviename', 'movieName'],
])('%s: %s matches %s', (_, typed, nearest) => expect(nearestName(typed, NAMES)).toBe(nearest));

test.each(['', 'notes', 'IMDb', 'x'])('nothing matches "%s"', (typed) =>
  expect(nearestName(typed, NAMES)).toBeNull(),
);

test('nothing matches without known names', () => expect(nearestName('poster', [])).toBeNull());
