import { describe, expect, test } from 'vitest';
import { gstinCheckDigit, isGstin } from '#domain/gstin.ts';

test.each(['27AAPFU0939F1ZV', '29AAACH7409R1ZX', '24AAQCA8719H1ZC'])(
  'the check digit of %s is its last character',
  (gstin) => expect(gstinCheckDigit(gstin)).toBe(gstin.at(-1)),
);

test.each([
  ['27AAPFU0939F1ZW', 'V'],
  ['29AAACH7409R1ZY', 'X'],
])('the mistyped %s should end with %s', (gstin, checkDigit) =>
  expect(gstinCheckDigit(gstin)).toBe(checkDigit),
);

test('the check digit of a seller abroad is not known', () =>
  expect(gstinCheckDigit('9917USA29016OS6')).toBeNull());

describe('a GSTIN', () => {
  test.each([
    ['of a company', '27AAPFU0939F1ZV'],
    ['in the territory outside the States', '97AAPFU0939F1ZV'],
    ['of a seller of online services abroad', '9923USA29001OSI'],
    ['of a non-resident taxable person', '0723USA00012NRE'],
  ])('%s is read', (_, gstin) => expect(isGstin(gstin)).toBe(true));

  test.each([
    '27AAPFU0939F1Z',
    '27AAPFU0939F1ZVX',
    '27aapfu0939f1zv',
    '27AAPFU0939F0ZV',
    '9923USA29001XXI',
    '',
  ])('"%s" is refused', (gstin) => expect(isGstin(gstin)).toBe(false));
});
