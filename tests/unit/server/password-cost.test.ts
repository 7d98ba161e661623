import type { Argon2Parameters } from 'node:crypto';
import { expect, test, vi } from 'vitest';

const derived: Argon2Parameters[] = [];
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, done) => {
    derived.push(parameters);
    return crypto.argon2(algorithm, parameters, done);
  };
  return { ...crypto, argon2 };
});
const { hashPassword, verifyPassword } = await import('#server/auth/passwords.ts');

/** Returns the argon2 cost of a comparison. Equal costs take equal time, so timing reveals no accounts. */
async function costOf(stored: string | null | undefined) {
  derived.length = 0;
  expect(await verifyPassword('a wrong one', stored)).toBe(false);
  return derived.map(({ memory, passes, parallelism, tagLength }) => ({
    memory,
    passes,
    parallelism,
    tagLength,
  }));
}

test('a comparison without a stored password costs as much as one with it', async () => {
  const costWithHash = await costOf(await hashPassword('salt and saffron'));
  expect(costWithHash).toEqual([{ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }]);
  expect(await costOf(null)).toEqual(costWithHash);
  expect(await costOf(undefined)).toEqual(costWithHash);
  expect(await costOf('damaged')).toEqual(costWithHash);
});
