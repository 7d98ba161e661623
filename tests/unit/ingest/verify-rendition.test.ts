import { expect, test } from 'vitest';
import { findProblem } from '#server/ports/media/ingest/verify-rendition.ts';

const expected = {
  film: 'film.mp4',
  name: '240p',
  seconds: 10,
  framesPerSecond: 25,
  endTolerance: 0,
};
const right = { first: 0, end: 10, frameCount: 250 };

test.each([
  [{}, 10, undefined],
  [{ first: 0.04, end: 10.04 }, 10, undefined],
  [{ frameCount: 0 }, 10, 'has no frames'],
  [{ first: 0.1 }, 10, 'starts at 0.1 s instead of 0 s'],
  [{ end: 9.5, frameCount: 237 }, 9.5, 'ends at 9.5 s instead of 10 s'],
  [{ end: 10.5, frameCount: 262 }, 10.5, 'ends at 10.5 s instead of 10 s'],
  [{ frameCount: 240 }, 10, 'has 240 frames in 10 s instead of 250'],
  [{}, 9, 'has segments of 9 s for frames of 10 s'],
])('a rendition with %o and segments of %f s: %s', (difference, playlistSeconds, problem) =>
  expect(findProblem(expected, { ...right, ...difference }, playlistSeconds)).toBe(problem),
);
