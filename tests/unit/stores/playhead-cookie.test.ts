import { afterEach, expect, test, vi } from 'vitest';
import { deletePlayhead, readPlayhead, savePlayhead } from '#stores/playback/playhead-cookie.ts';

afterEach(() => vi.unstubAllGlobals());

test('blocked cookies cause no error and no position', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  };
  vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: refuse, set: refuse }));
  savePlayhead(7, 3, 61.5);
  expect(readPlayhead(7, 3)).toBe(0);
  deletePlayhead(7);
});
