import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { displayDuration } from '#domain/format/task-durations.ts';
import { progressBar } from '../../../scripts/cinema/ingest/progress.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function aProgressBar(isTTY: boolean) {
  const written: string[] = [];
  const bar = progressBar('kite', {
    isTTY,
    write: (text: string | Uint8Array) => Boolean(written.push(String(text))),
  });
  const update = (stage: string, fraction: number, afterMs: number) => {
    vi.advanceTimersByTime(afterMs);
    bar.update({ stage, fraction });
  };
  return { written, update, end: bar.end };
}

test('a terminal shows one line that is redrawn and finally cleared', () => {
  const { written, update, end } = aProgressBar(true);
  update('240p', 0, 0);
  update('240p', 0.1, 50);
  update('240p', 0.5, 60_000);
  end();
  expect(written).toEqual([
    `\r\x1b[K${'░'.repeat(24)} kite    0%  240p`,
    `\r\x1b[K${'█'.repeat(12)}${'░'.repeat(12)} kite   50%  240p  1 min left`,
    '\r\x1b[K',
  ]);
});

test('films that are encoded at once share the line of the terminal', () => {
  const written: string[] = [];
  const stream = {
    isTTY: true,
    write: (text: string | Uint8Array) => Boolean(written.push(String(text))),
  };
  const shown = new Map<string, string>();
  const [kite, rail] = ['kite', 'rail'].map((label) => progressBar(label, stream, shown));
  kite!.update({ stage: '240p', fraction: 0.5 });
  rail!.update({ stage: 'audio', fraction: 0 });
  expect(written.at(-1)).toContain('kite   50%  240p · rail    0%  audio');
  kite!.end();
  vi.advanceTimersByTime(1000);
  rail!.update({ stage: 'audio', fraction: 0.5 });
  expect(written.at(-1)).not.toContain('kite');
});

test('a pipe gets a line for every stage and at intervals', () => {
  const { written, update, end } = aProgressBar(false);
  update('240p', 0, 0);
  update('240p', 0.1, 5000);
  update('240p', 0.2, 6000);
  update('audio', 0.21, 100);
  end();
  expect(written).toEqual([
    'kite    0%  240p\n',
    'kite   20%  240p  44 s left\n',
    'kite   21%  audio  42 s left\n',
  ]);
});

test('work of an earlier run does not count as time of this run', () => {
  const { written, update } = aProgressBar(false);
  update('720p', 0.8, 0);
  update('720p', 0.9, 30_000);
  expect(written.at(-1)).toContain('30 s left');
});

test.each([
  [900, '1 s'],
  [59_000, '59 s'],
  [61_000, '1 min'],
  [3_600_000, '1 h 00 min'],
  [7_500_000, '2 h 05 min'],
])('%i ms are %s', (ms, words) => expect(displayDuration(ms)).toBe(words));
