import fc from '../../support/fast-check.ts';
import { expect, test } from 'vitest';
import { SYNOPSIS_MAX_LETTERS } from '#domain/limits/catalogue.ts';
import { splitSynopsis } from '#domain/synopsis.ts';

test('a synopsis within the limit is not cut', () => {
  const text = 'a'.repeat(SYNOPSIS_MAX_LETTERS);
  expect(splitSynopsis(text)).toEqual({ preview: text, remainder: '' });
});

test('a longer synopsis is cut after a whole word', () => {
  expect(splitSynopsis('one two three', 9)).toEqual({ preview: 'one two', remainder: ' three' });
});

test('a letter and its marks stay together where there are no spaces', () => {
  expect(splitSynopsis('கொகொகொ', 2)).toEqual({ preview: 'கொகொ', remainder: 'கொ' });
});

test('both parts together are the whole text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
      const { preview, remainder } = splitSynopsis(text, limit);
      expect(preview + remainder).toBe(text.trim());
    }),
  );
});
