import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shuffled, SEED } from '../support/fast-check.ts';
import { PROJECT } from '../support/project.ts';

test('every random test gets its seed from the shared helper', () => {
  const importers = globSync('tests/**/*.ts', { cwd: PROJECT }).filter((path) =>
    /^import .*'fast-check'/m.test(readFileSync(join(PROJECT, path), 'utf8')),
  );
  expect(importers).toEqual(['tests/support/fast-check.ts']);
});

test.skipIf(process.env['RING'] === 'deep' || process.env['TEST_SEED'])(
  'the default test run uses a fixed seed',
  () => {
    expect(SEED).toBe(20_261_123);
  },
);

test('a random order keeps every item and is reproducible', () => {
  const parts = [1, 2, 3, 4, 5, 6];
  const rounds = Array.from({ length: 20 }, (_, round) => shuffled(parts, round));
  for (const round of rounds) expect(round.toSorted()).toEqual(parts);
  expect(new Set(rounds.map(String)).size).toBeGreaterThan(10);
  expect(Array.from({ length: 20 }, (_, round) => shuffled(parts, round))).toEqual(rounds);
});
