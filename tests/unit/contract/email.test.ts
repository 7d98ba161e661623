import { describe, expect, test } from 'vitest';
import { UserInfo, UserInfoPut } from '#contract/accounts.ts';
import { Email } from '#contract/email.ts';
import { forgotPassword, registerByEmail } from '#contract/session.ts';

const me = { firstName: 'Ravi', lastName: 'Rao', gender: 0 };
const number = { mobileno: '2025550123', countryCode: '1' };
const forms: [string, (emailId: string) => boolean][] = [
  ['a sign-up', (emailId) => registerByEmail.body!.safeParse({ ...number, emailId }).success],
  ['a sign-in', (emailId) => forgotPassword.body!.safeParse({ emailId }).success],
  ['the /userinfo form', (emailId) => UserInfo.safeParse({ ...me, emailId }).success],
  ['PUT userinfo', (emailId) => UserInfoPut.safeParse({ emailId }).success],
];

describe.each(forms)('an e-mail address in %s', (_, accepts) => {
  test.each([
    'a@b.info',
    'x@cinema.online',
    'ravi+films@gmail.com',
    "o'brien@example.ie",
    'meena@example.cinema',
    'meena.nair-rao@mail.example.co.in',
    // Only the specification's pattern accepts this one.
    'meena@our_films.in',
    ' meena@example.com ',
  ])('“%s” is valid', (address) => expect(accepts(address)).toBe(true));

  test.each([
    'meena',
    'meena@nowhere',
    '@example.com',
    'meena@example.c',
    'meena@.com',
    'meena..nair@example.com',
    'meena nair@example.com',
    'meena@example.com, ravi@example.com',
    'Meena <meena@example.com>',
    'meena@example.com\nBcc: all@example.com',
    `${'m'.repeat(250)}@example.com`,
  ])('“%s” is invalid', (address) => expect(accepts(address)).toBe(false));
});

test('a missing or invalid address gives the specification’s messages', () => {
  const messageFor = (address: string) => Email.safeParse(address).error?.issues[0]?.message;
  expect([messageFor(''), messageFor('meena'), messageFor('m'.repeat(300))]).toEqual([
    'Email is required!',
    'Please enter a valid email address',
    'Please enter a valid email address',
  ]);
});

const LONG_NONSENSE = [
  'a'.repeat(5000),
  `${'a.'.repeat(2500)}@`,
  `a@${'a-'.repeat(2500)}`,
  `a@${'a.'.repeat(2500)}`,
];

test('an invalid address of any length is refused', () => {
  for (const text of LONG_NONSENSE) expect(Email.safeParse(text).success).toBe(false);
});

test('a long invalid address is refused within 200 ms', { tags: ['deep', 'timed'] }, () => {
  const began = performance.now();
  for (const text of LONG_NONSENSE) Email.safeParse(text);
  expect(performance.now() - began).toBeLessThan(200);
});
