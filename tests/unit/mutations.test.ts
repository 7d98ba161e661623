import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTATIONS } from '../../scripts/mutations.ts';
import { PROJECT } from '../support/project.ts';

test('each mutation has a name of its own', () => {
  expect(new Set(MUTATIONS.map(({ id }) => id)).size).toBe(MUTATIONS.length);
});

test.each(MUTATIONS)('the text that $id changes stands exactly once in its file', ({ file, find, put }) => {
  expect(readFileSync(join(PROJECT, file), 'utf8').split(find)).toHaveLength(2);
  expect(put).not.toBe(find);
});

test.each(MUTATIONS)('the tests that are tried first for $id are there', ({ first }) => {
  expect(first.filter((path) => !existsSync(join(PROJECT, 'tests', path)))).toEqual([]);
});
