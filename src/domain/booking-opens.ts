import { fromWire } from './dates.ts';
import { BOOKABLE_DAYS } from './limits/booking.ts';
import { DAY, HOUR } from './limits/durations.ts';
import { wallClock } from './zones.ts';

/**
 * `YYYY-MM-DD` in the zone: the day when the film's first full hour is on the last bookable day
 * (spec §9).
 */
export function bookingOpeningDay(streamingStart: Date, zone: string): string {
  const { date } = wallClock(new Date(streamingStart.getTime() + HOUR - 1), zone);
  return new Date(Date.parse(`${date}T00:00:00Z`) - (BOOKABLE_DAYS - 1) * DAY)
    .toISOString()
    .slice(0, 10);
}

export const isBookingOpen = (streamingStart: Date, now: Date, zone: string): boolean =>
  bookingOpeningDay(streamingStart, zone) <= wallClock(now, zone).date;

/** Null for a film that streams already and for one without a date. */
export function futureStreamingStart(
  movie: { streamingStartDate: string | null },
  now: Date,
): Date | null {
  const start = movie.streamingStartDate ? fromWire(movie.streamingStartDate) : null;
  return start && start > now ? start : null;
}
