import { expect, test } from 'vitest';
import {
  chooseResumeSeconds,
  resumeSeconds,
  playbackEnd,
  watermarkPosition,
} from '#domain/playback.ts';
import { viewingWindow } from '#domain/viewing.ts';

const window = viewingWindow(new Date('2026-11-21T13:30:00Z'));
const twoHours = 7200;
const now = new Date('2026-11-21T15:00:00Z');

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
  {
    name: 'starts from the beginning if the last half minute was reached',
    minutes: 119.5,
    seconds: 0,
  },
  { name: 'resumes just before the last half minute', minutes: 119.49, seconds: 7169.4 },
  { name: 'starts from the beginning if the record is past the end', minutes: 400, seconds: 0 },
])('a film $name', ({ minutes, seconds }) => {
  const position =
    minutes === null ? null : { playSeekTime: minutes, playEndTime: now, isPlaying: false };
  expect(resumeSeconds(position, twoHours, now)).toBeCloseTo(seconds, 5);
});

test.each([
  {
    name: 'that was playing a moment ago resumes where it is now',
    isPlaying: true,
    secondsAgo: 20,
    seconds: 80,
  },
  {
    name: 'that was paused a moment ago resumes there',
    isPlaying: false,
    secondsAgo: 20,
    seconds: 60,
  },
  {
    name: 'of a client that does not say so resumes at its report',
    isPlaying: null,
    secondsAgo: 20,
    seconds: 60,
  },
  {
    name: 'that missed its heartbeat resumes at the last one',
    isPlaying: true,
    secondsAgo: 36,
    seconds: 60,
  },
])('a film $name', ({ isPlaying, secondsAgo, seconds }) => {
  const playEndTime = new Date(now.getTime() - secondsAgo * 1000);
  expect(resumeSeconds({ playSeekTime: 1, playEndTime, isPlaying }, twoHours, now)).toBe(seconds);
});

const position = (moviePlayId: number, seconds: number) => ({ moviePlayId, seconds });
test.each([
  {
    name: 'the browser’s own play',
    onServer: position(7, 60),
    inBrowser: position(7, 64),
    seconds: 64,
  },
  {
    name: 'a play that the server does not know yet',
    onServer: position(7, 60),
    inBrowser: position(8, 5),
    seconds: 5,
  },
  {
    name: 'a newer play of another screen',
    onServer: position(9, 80),
    inBrowser: position(8, 64),
    seconds: 80,
  },
  {
    name: 'a browser without a position',
    onServer: position(9, 80),
    inBrowser: position(10, 0),
    seconds: 80,
  },
  {
    name: 'a film that was finished elsewhere',
    onServer: position(9, 0),
    inBrowser: position(8, 64),
    seconds: 0,
  },
])('the start is the newest position: $name', ({ onServer, inBrowser, seconds }) => {
  expect(chooseResumeSeconds(onServer, inBrowser)).toBe(seconds);
});

test.each([0, 0.5, 1])('the text of the watermark stays whole inside the middle 60 %', (random) => {
  const [picture, text] = [320, 170];
  const { left, x } = watermarkPosition(() => random);
  const start = (left * picture + x * text) / 100;
  expect(start).toBeGreaterThanOrEqual(0.2 * picture);
  expect(start + text).toBeLessThanOrEqual(0.8 * picture);
});
