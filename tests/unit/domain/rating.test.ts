import { expect, test } from 'vitest';
import { displayCardRating, displayRating } from '#domain/rating.ts';

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
  expect(displayCardRating(average)).toBe(shown);
});

test('a missing average is not shown on a film page', () => {
  expect(displayRating(null)).toBeNull();
  expect(displayRating(4.46)).toBe('4.5');
});
