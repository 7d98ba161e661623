import { expect, test } from 'vitest';
import { cardRating, shownRating } from '#domain/rating.ts';

test.each([
  [4.4, '4.4/5'],
  [4, '4.0/5'],
  [3.25, '3.3/5'],
  [5, '5.0/5'],
  [5.1, '-'],
  [0, '-'],
  [-1, '-'],
  [null, '-'],
  [undefined, '-'],
])('a card shows an average of %s as %s', (average, shown) => {
  expect(cardRating(average)).toBe(shown);
});

test('a missing average is not shown on a film page', () => {
  expect(shownRating(null)).toBeNull();
  expect(shownRating(4.46)).toBe('4.5');
});
