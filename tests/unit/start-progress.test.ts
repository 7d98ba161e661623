import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgress } from '../../scripts/progress.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['performance', 'setInterval', 'clearInterval', 'setTimeout'],
    }),
);
afterEach(() => void vi.useRealTimers());

const waitFor = (ms: number) => () => new Promise<void>((resolve) => void setTimeout(resolve, ms));

function aProgress(isTTY: boolean, usualSeconds: Record<string, number>) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => Boolean(written.push(String(text)));
  return { written, progress: createProgress(usualSeconds, { isTTY, write }) };
}

test('without a terminal every step prints one line with the remaining time', async () => {
  const { written, progress } = aProgress(false, { First: 4, Second: 6 });
  const first = progress.run('First', waitFor(4000));
  await vi.advanceTimersByTimeAsync(4000);
  await first;
  const second = progress.run('Second', waitFor(6000));
  await vi.advanceTimersByTimeAsync(6000);
  await second;
  progress.end();
  expect(written).toEqual([
    'First … – about 10 s left\n',
    'Second … – about 6 s left\n',
    'Done in 10.0 s: First 4.0 s, Second 6.0 s.\n',
  ]);
});

test('a terminal shows one redrawn line with all running steps', async () => {
  const { written, progress } = aProgress(true, { First: 2, Second: 2 });
  const both = [
    progress.run('First', waitFor(1000)),
    progress.run('Second', async (reportProgress) => {
      reportProgress('1 of 2 films', 0.5);
      await waitFor(1000)();
    }),
  ];
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(both);
  progress.end();
  expect(written.every((each) => each.startsWith('\r\x1b[K'))).toBe(true);
  expect(written.slice(0, -1).join('')).not.toContain('\n');
  expect(written.at(-2)).toBe('\r\x1b[KFirst …; Second (1 of 2 films) – about 2 s left');
  expect(written.at(-1)).toBe('\r\x1b[KDone in 1.0 s: First 1.0 s, Second 1.0 s.\n');
});

test('a slow machine increases the remaining time', async () => {
  const { written, progress } = aProgress(false, { First: 5, Second: 5 });
  const first = progress.run('First', waitFor(15_000));
  await vi.advanceTimersByTimeAsync(15_000);
  await first;
  void progress.run('Second', waitFor(0));
  expect(written.at(-1)).toBe('Second … – about 10 s left\n');
});

test('steps without usual durations show no remaining time', async () => {
  const { written, progress } = aProgress(false, {});
  await progress.run('First', async () => undefined);
  progress.end();
  expect(written).toEqual(['First …\n', 'Done in 0.0 s: First 0.0 s.\n']);
});

test('a failed step counts as ended, and its error is thrown', async () => {
  const { written, progress } = aProgress(false, {});
  await expect(progress.run('First', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  progress.end();
  expect(written.at(-1)).toContain('First 0.0 s');
});
