import { afterEach, expect, vi } from 'vitest';

// Fails a test on an unexpected console.error. A test that expects one spies on console.error itself.
const consoleError = vi.spyOn(console, 'error');

afterEach(() => {
  const calls = consoleError.mock.calls.map((call) => call.map(String).join(' '));
  consoleError.mockClear();
  expect(calls, 'unexpected console.error').toEqual([]);
});
