import { expect, test } from 'vitest';
import { createTask } from '#stores/lib/task.ts';

/** A task that waits until the test ends it. */
function aTask() {
  const ends: ((how: { error?: Error }) => void)[] = [];
  const task = createTask(
    () =>
      new Promise<void>((done, fail) => ends.push(({ error }) => (error ? fail(error) : done()))),
    () => 'It went wrong.',
  );
  return { ...task, ends };
}

test('a running task does not start again after clear', async () => {
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

test('clear removes the error', async () => {
  const { $state, run, clear, ends } = aTask();
  const first = run();
  ends[0]!({ error: new Error('unreachable') });
  await first;
  expect($state.get()).toEqual({ status: 'error', error: 'It went wrong.' });
  clear();
  expect($state.get()).toEqual({ status: 'idle', error: '' });
});

test('after reset, the task is idle', () => {
  const { $state, run, reset, ends } = aTask();
  void run();
  reset();
  expect($state.get().status).toBe('idle');
  void run();
  expect(ends).toHaveLength(2);
});
