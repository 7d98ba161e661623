import { LOCALE } from './locale.ts';

// Without dayjs: the script for other sites has no space for it.

/** `Saturday, 5 December 2026` in the machine's zone. */
export const displayFullDate = (date: Date): string =>
  date.toLocaleDateString(LOCALE, { dateStyle: 'full' });

const dayPart = (day: string, part: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LOCALE, { ...part, timeZone: 'UTC' }).format(new Date(day));

/** `Sat` for `2026-12-05`. */
export const displayWeekday = (day: string): string => dayPart(day, { weekday: 'short' });

/** `5` for `2026-12-05`. */
export const displayDayOfMonth = (day: string): string => dayPart(day, { day: 'numeric' });

/** `Dec` for `2026-12-05`. */
export const displayMonthOfDay = (day: string): string => dayPart(day, { month: 'short' });
