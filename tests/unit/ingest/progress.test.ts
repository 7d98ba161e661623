import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { duration, progressBar } from '../../../scripts/cinema/ingest/progress.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function shown(isTTY: boolean) {
  const written: string[] = [];
  const bar = progressBar('kite', { isTTY, write: (text: string | Uint8Array) => Boolean(written.push(String(text))) });
  const tell = (stage: string, fraction: number, afterMs: number) => {
    vi.advanceTimersByTime(afterMs);
    bar.tell({ stage, fraction });
  };
  return { written, tell, end: bar.end };
}

test('a terminal gets one line that is redrawn, and is left clean', () => {
  const { written, tell, end } = shown(true);
  tell('240p', 0, 0);
  tell('240p', 0.1, 50);
  tell('240p', 0.5, 60_000);
  end();
  expect(written).toEqual([
    `\r\x1b[K${'░'.repeat(24)} kite    0%  240p`,
    `\r\x1b[K${'█'.repeat(12)}${'░'.repeat(12)} kite   50%  240p  1 min left`,
    '\r\x1b[K',
  ]);
});

test('a pipe gets a line for every stage, and one now and then', () => {
  const { written, tell, end } = shown(false);
  tell('240p', 0, 0);
  tell('240p', 0.1, 5000);
  tell('240p', 0.2, 6000);
  tell('audio', 0.21, 100);
  end();
  expect(written).toEqual(['kite    0%  240p\n', 'kite   20%  240p  44 s left\n', 'kite   21%  audio  42 s left\n']);
});

test('what an earlier run did took no time in this one', () => {
  const { written, tell } = shown(false);
  tell('720p', 0.8, 0);
  tell('720p', 0.9, 30_000);
  expect(written.at(-1)).toContain('30 s left');
});

test.each([
  [900, '1 s'],
  [59_000, '59 s'],
  [61_000, '1 min'],
  [3_600_000, '1 h 00 min'],
  [7_500_000, '2 h 05 min'],
])('%i ms are %s', (ms, words) => expect(duration(ms)).toBe(words));
