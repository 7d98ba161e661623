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
const { hashPassword, isPassword } = await import('#server/auth/passwords.ts');

/** The work that a comparison costs: its time tells nobody apart where this is alike. */
async function costOf(stored: string | null | undefined) {
  derived.length = 0;
  expect(await isPassword('a wrong one', stored)).toBe(false);
  return derived.map(({ memory, passes, parallelism, tagLength }) => ({ memory, passes, parallelism, tagLength }));
}

test('to compare with the password of nobody costs what it costs with one of somebody', async () => {
  const ofSomebody = await costOf(await hashPassword('salt and saffron'));
  expect(ofSomebody).toEqual([{ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }]);
  expect(await costOf(null)).toEqual(ofSomebody);
  expect(await costOf(undefined)).toEqual(ofSomebody);
  expect(await costOf('damaged')).toEqual(ofSomebody);
});
