import { HOUR } from '#domain/limits/durations.ts';

const INDIA_OFFSET_MS = 5.5 * HOUR;

/** The first full hour in India that is later than `hours` hours after `now`. */
export const fullHourAfter = (now: Date, hours = 0): Date =>
  new Date(
    (Math.floor((now.getTime() + INDIA_OFFSET_MS) / HOUR) + hours + 1) * HOUR - INDIA_OFFSET_MS,
  );
