import { toUtcDayjs } from '../dates.ts';

/** `5 Dec` for `2026-12-05`. */
export const displayPlainDay = (day: string): string => toUtcDayjs(day).format('D MMM');

/** `5 Dec 2026` for `2026-12-05`. */
export const displayPlainShortDate = (day: string): string => toUtcDayjs(day).format('D MMM YYYY');

/** `5 December 2026` for `2026-12-05`. */
export const displayPlainDate = (day: string): string => toUtcDayjs(day).format('D MMMM YYYY');

/** `December 2026` for `2026-12`. */
export const displayPlainMonth = (month: string): string =>
  toUtcDayjs(`${month}-01`).format('MMMM YYYY');
