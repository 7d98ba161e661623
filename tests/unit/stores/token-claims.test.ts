import { expect, test } from 'vitest';
import { claimsOf } from '#stores/lib/claims.ts';

const token = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

test('reads who a token is for and what roles it has', () => {
  expect(claimsOf(token({ sub: '7', roles: ['Producer'], exp: 1, aud: 'user' }))).toEqual({
    sub: 7,
    roles: ['Producer'],
    exp: 1,
  });
});

test('takes missing or strange roles for none', () => {
  expect(claimsOf(token({ sub: '7', exp: 1 }))?.roles).toEqual([]);
  expect(claimsOf(token({ sub: '7', exp: 1, roles: 'Producer' }))?.roles).toEqual([]);
});

test.each(['', 'a', 'a.b.c', 'a.%%.c', token(null), token({ roles: [] })])('gives nothing for %j', (broken) => {
  expect(claimsOf(broken)).toBeNull();
});
