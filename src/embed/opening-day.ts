import { BOOKABLE_DAYS } from '#domain/limits/booking.ts';
import { HOUR } from '#domain/limits/durations.ts';

/**
 * The start of the day when booking opens, in the browser's zone: domain/booking-opens.ts without
 * its code for all zones, which is larger than the whole script.
 */
export function openingDay(streamingStart: Date): Date {
  const day = new Date(streamingStart.getTime() + HOUR - 1);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + 1 - BOOKABLE_DAYS);
  return day;
}
