/** @module-tag dates */
import { expect, test } from 'vitest';
import { bookingOpeningDay } from '#domain/booking-opens.ts';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import { openingDay } from '../../../src/embed/opening-day.ts';
import { testNow } from '../../support/test-now.ts';

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

test('the ticket button on other sites opens booking on the day of the rule, for a year of starts', () => {
  const dayOf = (date: Date) => new Intl.DateTimeFormat('sv-SE').format(date);
  for (let start = testNow(), count = 0; count < 800; count += 1) {
    start = new Date(start.getTime() + DAY / 2 - HOUR);
    expect(dayOf(openingDay(start)), start.toISOString()).toBe(bookingOpeningDay(start, here));
  }
});
