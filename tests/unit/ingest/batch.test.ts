import { expect, test } from 'vitest';
import { MediaFolderError } from '#server/ports/media/errors.ts';
import { type BatchResult, ingestBatch } from '#server/ports/media/ingest/batch.ts';
import { ToolFailed } from '#server/ports/media/ingest/tools.ts';

const films = ['one', 'two', 'three'].map((name) => ({ name, file: `/films/${name}.mp4` }));

async function run(make: (name: string) => Promise<string>, batch = films) {
  const results: BatchResult[] = [];
  const error = await ingestBatch(
    batch,
    async ({ name }) => ({ said: await make(name) }),
    (result) => results.push(result),
  ).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { error, lines: results.map(({ name, isGood, said }) => `${name} ${isGood} ${said}`) };
}

test('a failed film does not stop the others', async () => {
  const { error, lines } = await run((name) =>
    name === 'two' ? Promise.reject(new ToolFailed('ffmpeg', 'a\nInvalid data', 1)) : Promise.resolve('made'),
  );
  expect(error).toBeNull();
  expect(lines).toEqual(['one true made', 'two false ffmpeg stopped: Invalid data', 'three true made']);
});

test('a full disk stops the batch', async () => {
  const full = new MediaFolderError('full');
  const { error, lines } = await run((name) => (name === 'two' ? Promise.reject(full) : Promise.resolve('made')));
  expect(error).toBe(full);
  expect(lines).toEqual(['one true made']);
});

test('the second of two films with the same name is rejected', async () => {
  const duplicates = [films[0]!, { name: 'one', file: '/films/one.mkv' }];
  const { lines } = await run(() => Promise.resolve('made'), duplicates);
  expect(lines).toEqual(['one true made', 'one false Another film of this run has the name one; rename one of them']);
});
