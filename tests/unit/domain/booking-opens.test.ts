import fc from '../../support/fast-check.ts';
import { expect, test } from 'vitest';
import { bookingOpeningDay, isBookingOpen } from '#domain/booking-opens.ts';
import { DAY } from '#domain/limits/durations.ts';
import { bookableDates, isNowAvailable, slotsOn } from '#domain/slots.ts';

const ZONES = ['Asia/Kolkata', 'America/New_York', 'Asia/Kathmandu', 'UTC'];

test.each([
  { streamsFrom: '2026-12-04T18:30:00Z', zone: 'Asia/Kolkata', day: '2026-11-29' },
  { streamsFrom: '2026-12-04T18:30:00Z', zone: 'America/New_York', day: '2026-11-28' },
  // 11.30 PM: the first full hour is on the next day.
  { streamsFrom: '2026-12-04T18:00:00Z', zone: 'Asia/Kolkata', day: '2026-11-29' },
  { streamsFrom: '2026-12-04T17:30:00Z', zone: 'Asia/Kolkata', day: '2026-11-28' },
])(
  'booking opens on $day in $zone for a film that streams from $streamsFrom',
  ({ streamsFrom, zone, day }) => {
    expect(bookingOpeningDay(new Date(streamsFrom), zone)).toBe(day);
  },
);

test('booking is open exactly if one of the bookable days has a bookable hour', () => {
  const now = new Date('2026-11-21T06:30:00Z');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 * 24 * 60 }),
      fc.constantFrom(...ZONES),
      (minutes, zone) => {
        const streamingStart = new Date(now.getTime() + minutes * 60_000);
        const rules = { now, zone, streamingStart };
        const hasHour = bookableDates(now, zone).some(
          (date) =>
            isNowAvailable(date, rules) ||
            slotsOn(date, rules).some(({ isBookable }) => isBookable),
        );
        expect(isBookingOpen(streamingStart, now, zone)).toBe(hasHour);
      },
    ),
    { numRuns: 50 },
  );
});

test('booking is open for a film that already streams', () => {
  const now = new Date('2026-11-21T06:30:00Z');
  expect(isBookingOpen(new Date(now.getTime() - 300 * DAY), now, 'Asia/Kolkata')).toBe(true);
});
