import { expect, test } from 'vitest';
import { resumeSeconds, playbackEnd, watermarkPosition } from '#domain/playback.ts';
import { viewingWindow } from '#domain/viewing.ts';

const window = viewingWindow(new Date('2026-11-21T13:30:00Z'));
const twoHours = 7200;

test.each([
  {
    name: 'ends with the window if the film fits',
    startedAt: '2026-11-21T14:00:00Z',
    end: '2026-11-22T13:30:00Z',
  },
  {
    name: 'allows a film that starts late to finish, plus half an hour',
    startedAt: '2026-11-22T13:29:00Z',
    end: '2026-11-22T15:59:00Z',
  },
])('a playback session $name', ({ startedAt, end }) => {
  expect(playbackEnd(window, new Date(startedAt), twoHours)).toEqual(new Date(end));
});

test.each([
  { name: 'resumes at the position of the record', minutes: 42.5, seconds: 2550 },
  { name: 'starts from the beginning without a record', minutes: null, seconds: 0 },
  { name: 'starts from the beginning if the last half minute was reached', minutes: 119.5, seconds: 0 },
  { name: 'resumes just before the last half minute', minutes: 119.49, seconds: 7169.4 },
  { name: 'starts from the beginning if the record is past the end', minutes: 400, seconds: 0 },
])('a film $name', ({ minutes, seconds }) => {
  expect(resumeSeconds(minutes, twoHours)).toBeCloseTo(seconds, 5);
});

test.each([0, 0.5, 1])('the text of the watermark stays whole inside the middle 60 %', (random) => {
  const [picture, text] = [320, 170];
  const { left, x } = watermarkPosition(() => random);
  const start = (left * picture + x * text) / 100;
  expect(start).toBeGreaterThanOrEqual(0.2 * picture);
  expect(start + text).toBeLessThanOrEqual(0.8 * picture);
});
