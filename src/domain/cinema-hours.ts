import { CINEMA_ZONE } from './dates.ts';
import { cinemaDay, cinemaDayStart } from './fiscal-year.ts';
import { DAY, HOUR } from './limits/durations.ts';
import { wallClock } from './zones.ts';

interface Span {
  from: Date;
  until: Date;
}

export const cinemaHour = (instant: Date): string =>
  `${String(wallClock(instant, CINEMA_ZONE).hour).padStart(2, '0')}:00`;

/**
 * Starts at a full hour in the cinema's zone and ends now; the last of the `count` hours is not
 * over.
 */
export function lastHours(now: Date, count: number): Span {
  const dayStart = cinemaDayStart(cinemaDay(now)).getTime();
  const hoursToday = Math.floor((now.getTime() - dayStart) / HOUR);
  return { from: new Date(dayStart + (hoursToday + 1 - count) * HOUR), until: now };
}

const EVENING_HOUR = 18;
const MORNING_HOUR = 6;

/**
 * The evening and the night: 6 PM to 6 AM in the cinema's zone. Before 6 AM, the night that is not
 * over.
 */
export function tonight(now: Date): Span {
  const dayStart = cinemaDayStart(cinemaDay(now)).getTime();
  const isEarly = now.getTime() - dayStart < MORNING_HOUR * HOUR;
  const from = dayStart + EVENING_HOUR * HOUR - (isEarly ? DAY : 0);
  return {
    from: new Date(from),
    until: new Date(from + (24 - EVENING_HOUR + MORNING_HOUR) * HOUR),
  };
}
