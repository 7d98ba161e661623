import { vi } from 'vitest';

// Tests sign in thousands of times. A test of the real cost calls `vi.unmock('node:crypto')`.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, done) =>
    crypto.argon2(algorithm, { ...parameters, memory: Math.ceil(parameters.memory / 100) }, done);
  return { ...crypto, argon2 };
});
