import { displayCountdown, displaySeconds, displayWait } from '#domain/format/durations.ts';
import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { WINDOW_HOURS } from '#domain/limits/booking.ts';
import { HOUR } from '#domain/limits/durations.ts';
import {
  daylightParts,
  isWindowOpen,
  isWindowOver,
  latestStart,
  viewingWindow,
  windowTicks,
} from '#domain/viewing.ts';

const at = (iso: string) => new Date(iso);
const start = at('2026-11-21T13:30:00Z'); // 7.00 PM in Kolkata
const window = viewingWindow(start);

const ZONES = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
);
const starts = fc.date({
  min: at('2026-01-01T00:00:00Z'),
  max: at('2027-01-01T00:00:00Z'),
  noInvalidDate: true,
});

describe('the window', () => {
  test('is 24 elapsed hours, also across a clock change', () => {
    fc.assert(
      fc.property(starts, (each) => {
        const { bookingStartTime, bookingEndTime } = viewingWindow(each);
        return bookingEndTime.getTime() - bookingStartTime.getTime() === WINDOW_HOURS * HOUR;
      }),
    );
  });

  test.each([
    { now: '2026-11-21T13:29:59Z', open: false, over: false },
    { now: '2026-11-21T13:30:00Z', open: true, over: false },
    { now: '2026-11-22T13:29:59Z', open: true, over: false },
    { now: '2026-11-22T13:30:00Z', open: false, over: true },
  ])('at $now is open: $open, over: $over', ({ now, open, over }) => {
    expect([isWindowOpen(window, at(now)), isWindowOver(window, at(now))]).toEqual([open, over]);
  });
});

test.each([
  ['2026-11-21T07:02:00Z', '6 h 28 m'],
  ['2026-11-21T13:02:00Z', '28 m'],
  ['2026-11-21T13:29:59Z', '1 m'],
  ['2026-11-21T12:30:00Z', '1 h 0 m'],
  ['2026-11-19T10:30:00Z', '2 days 3 h'],
  ['2026-11-19T18:30:00Z', '1 day 19 h'],
])('the wait at %s is shown as %s', (now, shown) => {
  expect(displayWait(start, at(now))).toBe(shown);
});

test.each([
  ['2026-11-21T07:02:00Z', '6 h 28 m'],
  ['2026-11-21T13:28:59Z', '2 m'],
  ['2026-11-21T13:29:00Z', '1 m'],
  ['2026-11-21T13:29:00.001Z', '1 m'],
  ['2026-11-21T13:29:01Z', '59 s'],
  ['2026-11-21T13:29:59.999Z', '1 s'],
  ['2026-11-21T13:30:00Z', '0 s'],
  ['2026-11-21T13:31:00Z', '0 s'],
])('the countdown at %s is shown as %s', (now, shown) => {
  expect(displayCountdown(start, at(now))).toBe(shown);
});

test('a film that starts at the latest start ends with the window', () => {
  expect(latestStart(window, 134)).toEqual(at('2026-11-22T11:16:00Z'));
  expect(latestStart(window, null)).toBeNull();
  expect(latestStart(window, WINDOW_HOURS * 60)).toEqual(start);
  expect(latestStart(window, WINDOW_HOURS * 60 + 1)).toBeNull();
});

describe('the drawn window', () => {
  test('goes from evening through night to the next evening', () => {
    expect(daylightParts(window, 'Asia/Kolkata')).toEqual([
      { light: 'night', at: 0, hours: 10.5 },
      { light: 'dusk', at: 10.5, hours: 0.5 },
      { light: 'day', at: 11, hours: 12 },
      { light: 'dusk', at: 23, hours: 1 },
    ]);
  });

  test('has ticks at its ends and at 12 AM, 6 AM, 12 PM', () => {
    expect(windowTicks(window, 'Asia/Kolkata')).toEqual([
      { at: 0, label: '7 PM' },
      { at: 5, label: '12 AM' },
      { at: 11, label: '6 AM' },
      { at: 17, label: '12 PM' },
      { at: 24, label: '7 PM' },
    ]);
  });

  test('leaves out a tick that would overlap an end', () => {
    const midnight = viewingWindow(at('2026-11-21T18:30:00Z'));
    expect(windowTicks(midnight, 'Asia/Kolkata').map(({ label }) => label)).toEqual([
      '12 AM',
      '6 AM',
      '12 PM',
      '12 AM',
    ]);
    const eleven = viewingWindow(at('2026-11-21T17:30:00Z'));
    expect(windowTicks(eleven, 'Asia/Kolkata').map(({ label }) => label)).toEqual([
      '11 PM',
      '6 AM',
      '12 PM',
      '11 PM',
    ]);
    expect(windowTicks(eleven, 'Asia/Kolkata', ' IST').map(({ label }) => label)).toEqual([
      '11 PM IST',
      '6 AM',
      '12 PM',
      '11 PM',
    ]);
  });

  test('shows a start between full hours', () => {
    expect(windowTicks(viewingWindow(at('2026-11-21T07:02:00Z')), 'Asia/Kolkata')[0]?.label).toBe(
      '12.32 PM',
    );
    expect(windowTicks(window, 'Asia/Kathmandu')[0]?.label).toBe('7.15 PM');
  });

  test('ends an hour earlier by the clock if summer time ends inside it', () => {
    const overTheChange = viewingWindow(at('2026-10-24T17:00:00Z')); // 7 PM, summer time
    expect(windowTicks(overTheChange, 'Europe/Berlin').at(-1)?.label).toBe('6 PM');
  });

  test('fills the window without gaps, with ticks in order', () => {
    fc.assert(
      fc.property(starts, ZONES, (each, zone) => {
        const parts = daylightParts(viewingWindow(each), zone);
        expect(
          parts.reduce((end, part) => (part.at === end ? end + part.hours : Number.NaN), 0),
        ).toBe(WINDOW_HOURS);
        const ticks = windowTicks(viewingWindow(each), zone);
        expect(ticks.every((tick, index) => index === 0 || tick.at > ticks[index - 1]!.at)).toBe(
          true,
        );
      }),
    );
  });
});

test.each([
  [0, '0:00'],
  [249.9, '4:09'],
  [3600, '1:00:00'],
  [3849, '1:04:09'],
])('%s seconds into a film is %s', (seconds, place) => expect(displaySeconds(seconds)).toBe(place));
