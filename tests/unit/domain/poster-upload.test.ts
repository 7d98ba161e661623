import fc from '../../support/fast-check.ts';
import { expect, test } from 'vitest';
import { findPosterSizeError, posterFormat } from '#domain/poster-upload.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

test.each([
  ['ffd8ffe000104a4649460001', 'jpeg'],
  ['ffd8ffdb0043000101010101', 'jpeg'],
  ['89504e470d0a1a0a0000000d', 'png'],
  ['524946462400000057454250', 'webp'],
  ['524946462400000057415645', null],
  ['89504e470d0a1a0b00000000', null],
  ['474946383961000000000000', null],
  ['4d5a90000300000004000000', null],
  ['7f454c460201010000000000', null],
  ['3c3f786d6c2076657273696f', null],
  ['00000020667479706176696600', null],
  ['ffd8', null],
  ['', null],
])('the first bytes %s mean %s', (hex, format) => {
  expect(posterFormat(bytes(hex))).toBe(format);
});

test('other bytes have no format', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 40 }), (start) => {
      const hex = Buffer.from(start).toString('hex');
      const isPicture = /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/.test(hex);
      return (posterFormat(start) !== null) === isPicture;
    }),
  );
});

test.each([
  [600, 600, null],
  [599, 900, 'small'],
  [900, 599, 'small'],
  [0, 0, 'small'],
  [8000, 5000, null],
  [8001, 600, 'large'],
  [600, 8001, 'large'],
  [40_000, 40_000, 'large'],
  [40_000, 1, 'small'],
  [8000, 5001, 'pixels'],
  [7000, 6000, 'pixels'],
])('%i × %i pixels: %s', (width, height, error) => {
  expect(findPosterSizeError(width, height)).toBe(error);
});
