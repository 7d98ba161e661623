import { afterEach, expect, test, vi } from 'vitest';
import { forgetPlayhead, readPlayhead, rememberPlayhead } from '#stores/lib/playhead.ts';

afterEach(() => vi.unstubAllGlobals());

test('a browser that forbids cookies begins a film where the server knows', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  };
  vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: refuse, set: refuse }));
  rememberPlayhead(7, 3, 61.5);
  expect(readPlayhead(7, 3)).toBe(0);
  forgetPlayhead(7);
});
