import { expect, test } from 'vitest';
import { createTask } from '#stores/lib/status.ts';

/** A task whose work waits until it is told how it ends. */
function aTask() {
  const ends: ((how: { error?: Error }) => void)[] = [];
  const task = createTask(
    () => new Promise<void>((done, fail) => ends.push(({ error }) => (error ? fail(error) : done()))),
    () => 'It went wrong.',
  );
  return { ...task, ends };
}

test('what still runs is not begun a second time by who touches the form meanwhile', async () => {
  const { $state, run, clear, ends } = aTask();
  const first = run();
  clear();
  expect($state.get().status).toBe('process');
  await run();
  expect(ends).toHaveLength(1);
  ends[0]!({});
  await first;
  expect($state.get()).toEqual({ status: 'success', error: '' });
});

test('what went wrong is forgotten with the next touch', async () => {
  const { $state, run, clear, ends } = aTask();
  const first = run();
  ends[0]!({ error: new Error('away') });
  await first;
  expect($state.get()).toEqual({ status: 'error', error: 'It went wrong.' });
  clear();
  expect($state.get()).toEqual({ status: 'idle', error: '' });
});

test('a page that comes back to life waits for nothing', () => {
  const { $state, run, reset, ends } = aTask();
  void run();
  reset();
  expect($state.get().status).toBe('idle');
  void run();
  expect(ends).toHaveLength(2);
});
