import { expect, test } from 'vitest';
import { EMAIL, isMobile, typedMobile } from '#domain/mobile.ts';

test.each([
  ['90a00-0', '90000'],
  ['90000 00002', '9000000002'],
  ['+91 90000 00002', '9000000002'],
  ['0091-9000000002', '9000000002'],
  ['09000000002', '9000000002'],
  ['9123456789', '9123456789'],
  ['90000000021', '9000000002'],
  ['', ''],
])('%s becomes %s while it is typed', (typed, digits) => expect(typedMobile(typed)).toBe(digits));

test.each([
  ['9000000', false],
  ['90000000', true],
  ['9000000002', true],
  ['90000000021', false],
  ['90000 00002', false],
])('%s as a number: %s', (digits, is) => expect(isMobile(digits)).toBe(is));

test.each([
  ['meena@example.com', true],
  ['meena.nair@mail.example.in', true],
  ['meena@nowhere', false],
  ['meena@example.cinema', false],
  ['@example.com', false],
  ['meena example.com', false],
])('%s as an address: %s', (address, is) => expect(EMAIL.test(address)).toBe(is));
