import { fromWire } from './dates.ts';
import { BOOKABLE_DAYS, DAY, HOUR } from './limits.ts';
import { wallClock } from './zones.ts';

/**
 * The day (`YYYY-MM-DD`, in a zone) on which the booking of a film opens: that of its first full hour is then the last of the
 * days that can be booked (spec §9).
 */
export function bookingDay(streamingStart: Date, zone: string): string {
  const { date } = wallClock(new Date(streamingStart.getTime() + HOUR - 1), zone);
  return new Date(Date.parse(`${date}T00:00:00Z`) - (BOOKABLE_DAYS - 1) * DAY).toISOString().slice(0, 10);
}

/** Whether an hour of the film can be booked at a moment, by the clock of a zone. */
export const isBookingOpen = (streamingStart: Date, now: Date, zone: string): boolean =>
  bookingDay(streamingStart, zone) <= wallClock(now, zone).date;

/** When a film begins to stream that does not yet; null for one that streams, and for one without a date. */
export function streamingAhead(movie: { streamingStartDate: string | null }, now: Date): Date | null {
  const start = movie.streamingStartDate ? fromWire(movie.streamingStartDate) : null;
  return start && start > now ? start : null;
}
