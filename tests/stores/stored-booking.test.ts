import { browser } from '../support/fake-browser.ts';
import { expect, test } from 'vitest';
import { isNowBooking, ticketInfo } from '#stores/booking/booking.ts';

test.each([
  ['Now', true],
  ['now', true],
  ['7.00 PM', false],
  ['hour', false],
  ['', false],
])('a stored booking of the time "%s" is read, also that of an earlier release', (time, isNow) => {
  const startTime = '21-11-2026 13:30:00';
  browser.writeInOtherTab(
    'ticketInfo',
    JSON.stringify({ movieId: 1, date: '2026-11-21', time, startTime }),
  );
  expect(ticketInfo.get()).toMatchObject({ movieId: 1, startTime });
  expect(isNowBooking(ticketInfo.get()!)).toBe(isNow);
});
