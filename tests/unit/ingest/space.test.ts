import { expect, test } from 'vitest';
import { findSpaceProblem, neededBytes } from '#server/ports/media/ingest/space.ts';

test('a film of two hours needs the space of its renditions', () => {
  const kbps = [6000, 3000, 1500, 500, 128];
  expect(neededBytes({ kbps, seconds: 7200 }) / 1e9).toBeCloseTo(11, 0);
});

test.each([
  [{ needed: 5e9, used: 0, free: 6e9 }, undefined],
  [{ needed: 5e9, used: 2e9, free: 3e9 }, undefined],
  [
    { needed: 50e9, used: 0, free: 6e9 },
    'This film needs up to 50 GB of space, and only 6.0 GB are free',
  ],
])('%o: %s', (space, problem) => expect(findSpaceProblem(space)).toBe(problem));
