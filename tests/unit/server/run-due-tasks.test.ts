import { expect, test } from 'vitest';
import { workThrough } from '#server/work-through.ts';

test('work that is told to end at once does a batch all the same, though its first source has nothing', async () => {
  const done: number[] = [];
  const batches = [[1, 2], [3]];
  const tasks = async () => (batches.shift() ?? []).map((each) => async () => void done.push(each));
  await workThrough([async () => [], tasks], { atOnce: 2, signal: AbortSignal.abort() });
  expect(done).toEqual([1, 2]);
});
