import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MediaFolderError } from '#server/ports/media/errors.ts';
import {
  type BatchResult,
  filmsAtOnce,
  findFilms,
  ingestBatch,
} from '#server/ports/media/ingest/batch.ts';
import { ToolFailed } from '#server/ports/media/ingest/tools.ts';

const frames = (count: number, name: (at: string) => string) =>
  Array.from({ length: count }, (_, at) => name(String(at + 1).padStart(4, '0')));

test.each([
  [
    ['ASSETMAP.xml', 'CPL_1.xml', 'picture.mxf'],
    'digital cinema package (DCP). Its parts cannot be encoded one by one',
  ],
  [['VOLINDEX', 'picture.mxf'], 'digital cinema package'],
  [frames(24, (at) => `frame.${at}.dpx`), 'frame.0001.dpx, …), not a film'],
  [frames(30, (at) => `shot_${at}.TIFF`), '-i shot_%04d.TIFF'],
])('a folder with %j is refused: %s', async (names, message) => {
  await using folder = await aFolderWith(names);
  await expect(findFilms([folder.path])).rejects.toThrow(message);
});

test('the films of a folder with some stills are found', async () => {
  await using folder = await aFolderWith(['film.mxf', ...frames(40, (at) => `still-${at}.png`)]);
  expect((await findFilms([folder.path])).map(({ name }) => name)).toEqual(['film']);
});

async function aFolderWith(names: string[]) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'films-'));
  await Promise.all(names.map((name) => writeFile(join(folder.path, name), 'content')));
  return folder;
}

const films = ['one', 'two', 'three'].map((name) => ({ name, file: `/films/${name}.mp4` }));

async function run(make: (name: string) => Promise<string>, batch = films, concurrency = 1) {
  const results: BatchResult[] = [];
  const error = await ingestBatch({
    films: batch,
    ingest: async ({ name }) => ({ message: await make(name) }),
    onResult: (result) => results.push(result),
    concurrency,
  }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return {
    error,
    lines: results.map(({ name, isGood, message }) => `${name} ${isGood} ${message}`),
  };
}

test('a failed film does not stop the others', async () => {
  const { error, lines } = await run((name) =>
    name === 'two'
      ? Promise.reject(new ToolFailed('ffmpeg', 'a\nInvalid data', 1))
      : Promise.resolve('made'),
  );
  expect(error).toBeNull();
  expect(lines).toEqual([
    'one true made',
    'two false ffmpeg stopped: Invalid data',
    'three true made',
  ]);
});

test('on a machine of many cores, a film does not wait for the one before it', async () => {
  expect([1, 8, 16, 64].map(filmsAtOnce)).toEqual([1, 1, 2, 8]);
  const { promise, resolve } = Promise.withResolvers<string>();
  const { lines } = await run(
    (name) => {
      if (name === 'one') return promise;
      resolve('made late');
      return Promise.resolve('made');
    },
    films,
    filmsAtOnce(16),
  );
  expect(lines.toSorted()).toEqual(['one true made late', 'three true made', 'two true made']);
});

test('a full disk stops the batch', async () => {
  const full = new MediaFolderError('full');
  const { error, lines } = await run((name) =>
    name === 'two' ? Promise.reject(full) : Promise.resolve('made'),
  );
  expect(error).toBe(full);
  expect(lines).toEqual(['one true made']);
});

test('the second of two films with the same name is rejected', async () => {
  const duplicates = [films[0]!, { name: 'one', file: '/films/one.mkv' }];
  const { lines } = await run(() => Promise.resolve('made'), duplicates);
  expect(lines).toEqual([
    'one true made',
    'one false Another film of this run has the name one; rename one of them',
  ]);
});
