import { expect, test } from 'vitest';
import { EMAIL_PATTERN } from '#domain/email.ts';
import { isDomesticMobile, isNationalNumber, parseTypedMobile } from '#domain/mobile.ts';

test.each([
  ['90a00-0', '90000'],
  ['90000 00002', '9000000002'],
  ['+91 90000 00002', '9000000002'],
  ['0091-9000000002', '9000000002'],
  ['09000000002', '9000000002'],
  ['9123456789', '9123456789'],
  ['90000000021', '9000000002'],
  ['', ''],
])('%s becomes %s while it is typed', (typed, digits) =>
  expect(parseTypedMobile(typed)).toBe(digits),
);

test.each([
  ['9000000', false],
  ['90000000', true],
  ['9000000002', true],
  ['90000000021', false],
  ['90000 00002', false],
])('%s is a mobile number in India: %s', (digits, isValid) =>
  expect(isDomesticMobile(digits)).toBe(isValid),
);

test.each([
  ['meena@example.com', true],
  ['meena.nair@mail.example.in', true],
  ['meena@nowhere', false],
  ['meena@example.cinema', false],
  ['@example.com', false],
  ['meena example.com', false],
])('%s is an e-mail address: %s', (address, isValid) =>
  expect(EMAIL_PATTERN.test(address)).toBe(isValid),
);

test.each([
  ['a British number with its trunk zero', '07911 123456', '44', 10, '7911123456'],
  ['a British number with its dial code', '+44 7911 123456', '44', 10, '7911123456'],
  ['a German number of ten digits with its dial code', '+49 1512 345678', '49', 11, '1512345678'],
  ['a German number of eleven digits', '0151 23456789', '49', 11, '15123456789'],
  ['a Chinese number', '13912345678', '86', 11, '13912345678'],
  ['a British number with dial code and trunk zero', '+44 (0)7911 123456', '44', 10, '7911123456'],
  ['a British number with its dial code alone', '447911123456', '44', 10, '7911123456'],
  ['an American number with its dial code', '12025550123', '1', 10, '2025550123'],
])('%s becomes its national number', (_, typed, dialCode, digits, nationalNumber) =>
  expect(parseTypedMobile(typed, dialCode, digits)).toBe(nationalNumber),
);

const typeByKeys = (keys: string, dialCode: string, digits: number) =>
  [...keys].reduce((field, key) => parseTypedMobile(field + key, dialCode, digits), '');

test.each([
  ['919000000777', '91', '9000000777'],
  ['+919000000777', '91', '9000000777'],
  ['+91 90000 00777', '91', '9000000777'],
  ['＋९१ ९०००० ००७७७', '91', '9000000777'],
  ['00919000000777', '91', '9000000777'],
  ['0091-90000-00777', '91', '9000000777'],
  ['09000000777', '91', '9000000777'],
  ['0919000000777', '91', '9000000777'],
  ['9123456789', '91', '9123456789'],
  ['+91 91234 56789', '91', '9123456789'],
  ['919123456789', '91', '9123456789'],
  ['9191919191', '91', '9191919191'],
  ['+91 91919 19191', '91', '9191919191'],
  ['+44 7911 123456', '44', '7911123456'],
  ['00447911123456', '44', '7911123456'],
  ['447911123456', '44', '7911123456'],
  ['07911 123456', '44', '7911123456'],
  ['12025550123', '1', '2025550123'],
])('%s typed key by key for +%s is the number that is pasted: %s', (keys, dialCode, number) => {
  expect(typeByKeys(keys, dialCode, 10)).toBe(number);
  expect(parseTypedMobile(keys, dialCode, 10)).toBe(number);
});

test.each([
  ['one digit too many after the digits of the dial code', '91234567890', '91234567890'],
  ['two numbers', '9000000777 9000000778', '90000007779000000778'],
  ['one digit too many after the dial code', '+91 90000 007771', '+9190000007771'],
  ['the dial code of another country', '+44 7911 123456', '+447911123456'],
  ['a number that is not complete', '+91 90000', '+9190000'],
])('%s is kept and is no national number', (_, pasted, kept) => {
  expect(parseTypedMobile(pasted)).toBe(kept);
  expect(isNationalNumber(kept, 10)).toBe(false);
});

const LONG_NONSENSE = ['a'.repeat(5000), `${'a.'.repeat(2500)}@`, `a@${'a-'.repeat(2500)}`];

test('an invalid address is rejected at any length', () => {
  for (const text of LONG_NONSENSE) expect(EMAIL_PATTERN.test(text)).toBe(false);
});

test('a long invalid address is rejected within 200 ms', { tags: ['deep', 'timed'] }, () => {
  const began = performance.now();
  for (const text of LONG_NONSENSE) EMAIL_PATTERN.test(text);
  expect(performance.now() - began).toBeLessThan(200);
});
