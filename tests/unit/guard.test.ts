import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { isBookingOpen } from '#domain/booking-opens.ts';
import { BOOKABLE_DAYS } from '#domain/limits/booking.ts';
import { DAY, HOUR } from '#domain/limits/durations.ts';

const guard = readFileSync(new URL('../../src/layouts/guard.js', import.meta.url), 'utf8');
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

afterEach(() => void vi.useRealTimers());

/** Runs the guard on an old film page and returns its booking mark. */
function bookingMarkAt(now: Date, streams: Date): string | undefined {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const page = { dataset: {} as Record<string, string>, toggleAttribute: () => {}, hidden: false };
  const dataset = {
    access: 'either',
    home: '/',
    streams: streams.toISOString(),
    days: String(BOOKABLE_DAYS),
  };
  const document = { currentScript: { dataset }, documentElement: page };
  // oxlint-disable-next-line no-implied-eval -- the guard is an inline script of the page head
  new Function('document', 'localStorage', 'location', 'addEventListener', guard)(
    document,
    { getItem: () => null },
    {},
    () => {},
  );
  return page.dataset['booking'];
}

test('an old page shows whether booking is open at the time of the view', () => {
  const streams = new Date('2026-12-04T18:30:00Z');
  for (let hours = 0; hours <= 16 * 24; hours += 5) {
    const now = new Date(streams.getTime() - 14 * DAY + hours * HOUR);
    expect(bookingMarkAt(now, streams)).toBe(isBookingOpen(streams, now, here) ? 'open' : 'ahead');
  }
  expect(bookingMarkAt(new Date('2026-11-20T00:00:00Z'), streams)).toBe('ahead');
  expect(bookingMarkAt(new Date('2026-12-02T00:00:00Z'), streams)).toBe('open');
});
