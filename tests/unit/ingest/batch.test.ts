import { expect, test } from 'vitest';
import { MediaFolderError } from '#server/ports/media/errors.ts';
import { type BatchResult, ingestBatch } from '#server/ports/media/ingest/batch.ts';
import { ToolFailed } from '#server/ports/media/ingest/tools.ts';

const films = ['one', 'two', 'three'].map((name) => ({ name, file: `/films/${name}.mp4` }));

async function run(make: (name: string) => Promise<string>, among = films) {
  const results: BatchResult[] = [];
  const error = await ingestBatch(
    among,
    ({ name }) => make(name),
    (result) => results.push(result),
  ).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { error, lines: results.map(({ name, isGood, said }) => `${name} ${isGood} ${said}`) };
}

test('a film at which ffmpeg fails stops no other', async () => {
  const { error, lines } = await run((name) =>
    name === 'two' ? Promise.reject(new ToolFailed('ffmpeg', 'a\nInvalid data', 1)) : Promise.resolve('made'),
  );
  expect(error).toBeNull();
  expect(lines).toEqual(['one true made', 'two false ffmpeg stopped: Invalid data', 'three true made']);
});

test('a disk that is full stops them all', async () => {
  const full = new MediaFolderError('full');
  const { error, lines } = await run((name) => (name === 'two' ? Promise.reject(full) : Promise.resolve('made')));
  expect(error).toBe(full);
  expect(lines).toEqual(['one true made']);
});

test('two films of one name would lie in one folder: the second is refused', async () => {
  const twins = [films[0]!, { name: 'one', file: '/films/one.mkv' }];
  const { lines } = await run(() => Promise.resolve('made'), twins);
  expect(lines).toEqual(['one true made', 'one false Another film of this run has the name one; rename one of them']);
});
