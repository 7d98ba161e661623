import { expect, test } from 'vitest';
import { resumeSeconds, sittingEnd, watermarkPlace } from '#domain/playback.ts';
import { viewingWindow } from '#domain/viewing.ts';

const window = viewingWindow(new Date('2026-11-21T13:30:00Z'));
const twoHours = 7200;

test.each([
  {
    name: 'ends with the window when the film fits in',
    startedAt: '2026-11-21T14:00:00Z',
    end: '2026-11-22T13:30:00Z',
  },
  {
    name: 'lets a film begun late be finished, with half an hour to spare',
    startedAt: '2026-11-22T13:29:00Z',
    end: '2026-11-22T15:59:00Z',
  },
])('a sitting $name', ({ startedAt, end }) => {
  expect(sittingEnd(window, new Date(startedAt), twoHours)).toEqual(new Date(end));
});

test.each([
  { name: 'goes on where the record says, in seconds', minutes: 42.5, seconds: 2550 },
  { name: 'begins anew without a record', minutes: null, seconds: 0 },
  { name: 'begins anew when the last half minute was reached', minutes: 119.5, seconds: 0 },
  { name: 'goes on a moment before that', minutes: 119.49, seconds: 7169.4 },
  { name: 'begins anew when the record lies past the end', minutes: 400, seconds: 0 },
])('a film $name', ({ minutes, seconds }) => {
  expect(resumeSeconds(minutes, twoHours)).toBeCloseTo(seconds, 5);
});

test.each([0, 0.5, 0.9999])('the watermark stays inside the middle 60 %', (random) => {
  const { left, top } = watermarkPlace(() => random);
  for (const place of [left, top]) expect(place >= 20 && place <= 80).toBe(true);
});
