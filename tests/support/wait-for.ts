import { vi } from 'vitest';

/** Vitest waits 1 s, which is too short on a busy machine. */
export const waitFor = <Result>(check: () => Result | Promise<Result>) =>
  vi.waitFor(check, { timeout: 20_000 });
