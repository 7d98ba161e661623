import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTATIONS } from '../../scripts/mutations.ts';
import { PROJECT } from '../support/project.ts';

test('mutation ids are unique', () => {
  expect(new Set(MUTATIONS.map(({ id }) => id)).size).toBe(MUTATIONS.length);
});

test.each(MUTATIONS)(
  'the original text of $id occurs exactly once in its file',
  ({ file, original, replacement }) => {
    expect(readFileSync(join(PROJECT, file), 'utf8').split(original)).toHaveLength(2);
    expect(replacement).not.toBe(original);
  },
);

test.each(MUTATIONS)('the test files of $id exist', ({ testFiles }) => {
  expect(testFiles.filter((path) => !existsSync(join(PROJECT, 'tests', path)))).toEqual([]);
});
