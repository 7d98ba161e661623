import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import {
  displayCinemaDateTime,
  displayCinemaTime,
  displayDateTime,
  displayLocalAndCinemaTime,
  isOutsideCinemaZone,
} from '#domain/format/date-times.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { isRepeatedHour } from '#domain/zones.ts';

const at = (iso: string) => new Date(iso);

test.each([
  ['Asia/Kolkata', '2026-11-21T13:30:00Z', 'Sat 21 Nov, 7.00\u00a0PM', ''],
  ['Asia/Colombo', '2026-11-21T13:30:00Z', 'Sat 21 Nov, 7.00\u00a0PM', ''],
  ['Asia/Kathmandu', '2026-11-21T13:15:00Z', 'Sat 21 Nov, 7.00\u00a0PM', '6.45\u00a0PM IST'],
  ['Europe/London', '2026-11-21T19:00:00Z', 'Sat 21 Nov, 7.00\u00a0PM', 'Sun 12.30\u00a0AM IST'],
  ['America/New_York', '2026-11-22T00:00:00Z', 'Sat 21 Nov, 7.00\u00a0PM', 'Sun 5.30\u00a0AM IST'],
  ['Pacific/Apia', '2026-11-21T11:00:00Z', 'Sun 22 Nov, 12.00\u00a0AM', 'Sat 4.30\u00a0PM IST'],
  ['Australia/Lord_Howe', '2026-11-21T08:00:00Z', 'Sat 21 Nov, 7.00\u00a0PM', '1.30\u00a0PM IST'],
])(
  'in %s, %s is shown as %s, with the cinema’s time %s',
  (zone, instant, localTime, cinemaTime) => {
    expect(displayDateTime(at(instant), zone)).toBe(localTime);
    expect(displayCinemaTime(at(instant), zone)).toBe(cinemaTime);
    expect(isOutsideCinemaZone(at(instant), zone)).toBe(cinemaTime !== '');
  },
);

test('the time in India has its own day', () => {
  const [evening, zone] = [at('2026-11-22T00:00:00Z'), 'America/New_York'];
  expect(displayCinemaDateTime(evening, zone)).toBe('Sun 22 Nov, 5.30\u00a0AM IST');
  expect(displayLocalAndCinemaTime(evening, zone)).toBe(
    'Sat 21 Nov, 7.00\u00a0PM (Sun 22 Nov, 5.30\u00a0AM IST)',
  );
  expect(displayLocalAndCinemaTime(evening, 'Asia/Kolkata')).toBe('Sun 22 Nov, 5.30\u00a0AM');
});

describe('a repeated hour', () => {
  test.each([
    ['America/New_York', '2026-11-01T05:00:00Z', 'Sun 1 Nov, 1.00\u00a0AM EDT'],
    ['America/New_York', '2026-11-01T06:00:00Z', 'Sun 1 Nov, 1.00\u00a0AM EST'],
    ['America/New_York', '2026-11-01T04:00:00Z', 'Sun 1 Nov, 12.00\u00a0AM'],
    ['America/New_York', '2026-11-01T07:00:00Z', 'Sun 1 Nov, 2.00\u00a0AM'],
    ['America/New_York', '2026-03-08T07:00:00Z', 'Sun 8 Mar, 3.00\u00a0AM'],
    ['Europe/London', '2026-10-25T00:00:00Z', 'Sun 25 Oct, 1.00\u00a0AM BST'],
    ['Europe/London', '2026-10-25T01:00:00Z', 'Sun 25 Oct, 1.00\u00a0AM GMT'],
    ['Australia/Lord_Howe', '2026-04-04T14:30:00Z', 'Sun 5 Apr, 1.30\u00a0AM LHDT'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 'Sun 5 Apr, 1.30\u00a0AM LHST'],
    ['Australia/Lord_Howe', '2026-04-04T15:30:00Z', 'Sun 5 Apr, 2.00\u00a0AM'],
  ])('in %s at %s is shown as %s', (zone, instant, written) => {
    expect(displayDateTime(at(instant), zone)).toBe(written);
  });

  // Deliberately another method than the tested code: compares Intl's output at times 30 and 60 minutes apart.
  test('is detected whenever Intl formats two instants identically', () => {
    const zones = [
      'America/New_York',
      'Europe/London',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Apia',
    ];
    const written = (instant: number, zone: string) =>
      new Date(instant).toLocaleString('sv-SE', { timeZone: zone });
    const days = fc.constantFrom(
      '2026-03-08',
      '2026-03-29',
      '2026-04-05',
      '2026-10-04',
      '2026-10-25',
      '2026-11-01',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        days,
        fc.integer({ min: -96, max: 96 }),
        (zone, day, quarter) => {
          const instant = Date.parse(`${day}T00:00:00Z`) + quarter * 15 * MINUTE;
          const near = [-60, -30, 30, 60].map((minutes) => instant + minutes * MINUTE);
          expect(isRepeatedHour(new Date(instant), zone)).toBe(
            near.some((other) => written(other, zone) === written(instant, zone)),
          );
        },
      ),
    );
  });
});
