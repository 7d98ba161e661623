import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRandomOrder, SEED } from '../support/fast-check.ts';
import { PROJECT } from '../support/project.ts';

test('every random test takes its seed from one place', () => {
  const users = globSync('tests/**/*.ts', { cwd: PROJECT }).filter((path) =>
    /^import .*'fast-check'/m.test(readFileSync(join(PROJECT, path), 'utf8')),
  );
  expect(users).toEqual(['tests/support/fast-check.ts']);
});

test.skipIf(process.env['RING'] === 'deep' || process.env['TEST_SEED'])(
  'the first ring plays the same each time',
  () => {
    expect(SEED).toBe(20_261_123);
  },
);

test('a random order keeps every part, and is the same again in the same round', () => {
  const parts = [1, 2, 3, 4, 5, 6];
  const rounds = Array.from({ length: 20 }, (_, round) => inRandomOrder(parts, round));
  for (const round of rounds) expect(round.toSorted()).toEqual(parts);
  expect(new Set(rounds.map(String)).size).toBeGreaterThan(10);
  expect(Array.from({ length: 20 }, (_, round) => inRandomOrder(parts, round))).toEqual(rounds);
});
