import { expect, test } from 'vitest';
import { mobileOf, nameOf, hasDomesticMobile, usernameOf } from '#domain/person.ts';

const noData = { firstName: null, lastName: null, dialCode: null, mobile: null, emailId: null };

test.each([
  [{ firstName: 'Meena', lastName: 'Krishnan' }, 'Meena Krishnan'],
  [{ firstName: 'Meena' }, 'Meena'],
  [{}, ''],
])('the name of %j is “%s”', (data, name) => {
  expect(nameOf({ ...noData, ...data })).toBe(name);
});

test.each([
  [{ dialCode: '91', mobile: '9000000002', emailId: 'a@b.in' }, '9000000002', '+91 9000000002'],
  [{ dialCode: '1', mobile: '2025550123', emailId: 'a@b.us' }, 'a@b.us', '+1 2025550123'],
  [{ emailId: 'a@b.us' }, 'a@b.us', ''],
  [{ mobile: '2025550123', emailId: 'a@b.us' }, 'a@b.us', '2025550123'],
])('%j signs in as %s', (data, username, number) => {
  const person = { ...noData, ...data };
  expect(usernameOf(person)).toBe(username);
  expect(mobileOf(person)).toBe(number);
  expect(hasDomesticMobile(person)).toBe(username === person.mobile);
});
