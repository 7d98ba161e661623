import { expect, test } from 'vitest';
import { readTokenClaims } from '#stores/session/token-claims.ts';

const token = (claims: unknown) =>
  `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

test('reads the user id and the roles of a token', () => {
  expect(readTokenClaims(token({ sub: '7', roles: ['Producer'], exp: 1, aud: 'user' }))).toEqual({
    sub: 7,
    roles: ['Producer'],
    exp: 1,
  });
});

test('treats missing or invalid roles as no roles', () => {
  expect(readTokenClaims(token({ sub: '7', exp: 1 }))?.roles).toEqual([]);
  expect(readTokenClaims(token({ sub: '7', exp: 1, roles: 'Producer' }))?.roles).toEqual([]);
});

test.each(['', 'a', 'a.b.c', 'a.%%.c', token(null), token({ roles: [] })])(
  'returns null for %j',
  (broken) => {
    expect(readTokenClaims(broken)).toBeNull();
  },
);
