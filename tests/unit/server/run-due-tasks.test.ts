import { expect, test } from 'vitest';
import { runDueTasks } from '#server/run-due-tasks.ts';

test('an aborted run still completes one batch, even if its first source is empty', async () => {
  const done: number[] = [];
  const batches = [[1, 2], [3]];
  const tasks = async () => (batches.shift() ?? []).map((each) => async () => void done.push(each));
  await runDueTasks([async () => [], tasks], { concurrency: 2, signal: AbortSignal.abort() });
  expect(done).toEqual([1, 2]);
});
