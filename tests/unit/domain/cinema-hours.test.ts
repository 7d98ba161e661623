import { expect, test } from 'vitest';
import { cinemaHour, lastHours, tonight } from '#domain/cinema-hours.ts';

const inIndia = (time: string) => new Date(`2026-11-${time}+05:30`);

test('the last hours start at a full hour in India, and the last one is not over', () => {
  const { from, until } = lastHours(inIndia('21T12:20:00'), 24);
  expect(from).toEqual(inIndia('20T13:00:00'));
  expect(until).toEqual(inIndia('21T12:20:00'));
  expect(cinemaHour(from)).toBe('13:00');
});

test.each([
  ['05:59:59', '20T18:00:00', '21T06:00:00'],
  ['06:00:00', '21T18:00:00', '22T06:00:00'],
  ['23:00:00', '21T18:00:00', '22T06:00:00'],
])('at %s in India, tonight is the night from %s', (time, from, until) => {
  expect(tonight(inIndia(`21T${time}`))).toEqual({ from: inIndia(from), until: inIndia(until) });
});
