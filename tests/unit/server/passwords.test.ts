import { describe, expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from '#server/auth/passwords.ts';

vi.unmock('node:crypto'); // the real cost: tests/support/cheap-argon2.ts

const PASSWORD = 'a stage, a curtain';

describe('a stored password', () => {
  test('is argon2id with its cost and a new salt each time', async () => {
    const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    expect([await verifyPassword(PASSWORD, one), await verifyPassword(PASSWORD, other)]).toEqual([
      true,
      true,
    ]);
  });

  test('is accepted with another cost', async () => {
    // A vector of the reference implementation (P-H-C/phc-winner-argon2, src/test.c).
    const known =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect([
      await verifyPassword('password', known),
      await verifyPassword('Password', known),
    ]).toEqual([true, false]);
  });

  test('accepts composed and decomposed letters', async () => {
    expect(await verifyPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(
      true,
    );
  });

  test('that is missing or damaged matches no password', async () => {
    for (const stored of [null, undefined, '', 'plain', '$argon2id$v=19$m=19456,t=2,p=1$$'])
      expect(await verifyPassword('', stored)).toBe(false);
  });
});
