import { afterEach, expect, vi } from 'vitest';

// A console.error that no test expects is a failure: spy on it yourself where it belongs.
const guard = vi.spyOn(console, 'error');

afterEach(() => {
  const calls = guard.mock.calls.map((call) => call.map(String).join(' '));
  guard.mockClear();
  expect(calls, 'unexpected console.error').toEqual([]);
});
