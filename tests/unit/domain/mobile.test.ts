import { expect, test } from 'vitest';
import { EMAIL_PATTERN } from '#domain/email.ts';
import { isDomesticMobile, parseTypedMobile } from '#domain/mobile.ts';

test.each([
  ['90a00-0', '90000'],
  ['90000 00002', '9000000002'],
  ['+91 90000 00002', '9000000002'],
  ['0091-9000000002', '9000000002'],
  ['09000000002', '9000000002'],
  ['9123456789', '9123456789'],
  ['90000000021', '9000000002'],
  ['', ''],
])('%s becomes %s while it is typed', (typed, digits) => expect(parseTypedMobile(typed)).toBe(digits));

test.each([
  ['9000000', false],
  ['90000000', true],
  ['9000000002', true],
  ['90000000021', false],
  ['90000 00002', false],
])('%s is a mobile number in India: %s', (digits, isValid) => expect(isDomesticMobile(digits)).toBe(isValid));

test.each([
  ['meena@example.com', true],
  ['meena.nair@mail.example.in', true],
  ['meena@nowhere', false],
  ['meena@example.cinema', false],
  ['@example.com', false],
  ['meena example.com', false],
])('%s is an e-mail address: %s', (address, isValid) => expect(EMAIL_PATTERN.test(address)).toBe(isValid));

test.each([
  ['a British number with its trunk zero', '07911 123456', '44', 10, '7911123456'],
  ['a British number with its dial code', '+44 7911 123456', '44', 10, '7911123456'],
  ['a German number of ten digits with its dial code', '+49 1512 345678', '49', 11, '1512345678'],
  ['a German number of eleven digits', '0151 23456789', '49', 11, '15123456789'],
  ['a Chinese number', '13912345678', '86', 11, '13912345678'],
  ['a number that begins like its dial code, with one digit too many', '91234567890', '91', 10, '9123456789'],
])('%s becomes its national number', (_, typed, dialCode, digits, nationalNumber) =>
  expect(parseTypedMobile(typed, dialCode, digits)).toBe(nationalNumber),
);

const LONG_NONSENSE = ['a'.repeat(5000), `${'a.'.repeat(2500)}@`, `a@${'a-'.repeat(2500)}`];

test('an invalid address is rejected at any length', () => {
  for (const text of LONG_NONSENSE) expect(EMAIL_PATTERN.test(text)).toBe(false);
});

test('a long invalid address is rejected within 200 ms', { tags: ['deep', 'timed'] }, () => {
  const began = performance.now();
  for (const text of LONG_NONSENSE) EMAIL_PATTERN.test(text);
  expect(performance.now() - began).toBeLessThan(200);
});
