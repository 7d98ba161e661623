import fc from '../../support/fast-check.ts';
import { expect, test } from 'vitest';
import { SYNOPSIS_LIMIT } from '#domain/limits.ts';
import { splitSynopsis } from '#domain/synopsis.ts';

test('a synopsis within the limit is whole', () => {
  const text = 'a'.repeat(SYNOPSIS_LIMIT);
  expect(splitSynopsis(text)).toEqual({ head: text, rest: '' });
});

test('a longer one is cut after a whole word', () => {
  expect(splitSynopsis('one two three', 9)).toEqual({ head: 'one two', rest: ' three' });
});

test('a letter and its marks stay together where there are no spaces', () => {
  expect(splitSynopsis('கொகொகொ', 2)).toEqual({ head: 'கொகொ', rest: 'கொ' });
});

test('nothing is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
      const { head, rest } = splitSynopsis(text, limit);
      expect(head + rest).toBe(text.trim());
    }),
  );
});
