import { CINEMA_ZONE } from './dates.ts';
import { MINUTE } from './limits/durations.ts';
import { wallClock, zoneOffset } from './zones.ts';

/** `2026-05-04`: the date on invoices and statements, in the cinema's zone. */
export const cinemaDay = (instant: Date): string => wallClock(instant, CINEMA_ZONE).date;

export function cinemaDayStart(day: string): Date {
  const asUtc = new Date(`${day}T00:00:00Z`);
  // India has had no clock change since 1945, so every hour of a day has the same offset.
  return new Date(asUtc.getTime() - zoneOffset(asUtc, CINEMA_ZONE) * MINUTE);
}

export const cinemaMonth = (instant: Date): string => cinemaDay(instant).slice(0, 7);

export const lastCinemaMonth = (instant: Date): string =>
  cinemaMonth(new Date(cinemaDayStart(`${cinemaMonth(instant)}-01`).getTime() - MINUTE));

/**
 * From the first instant of a month (`2026-05`) until the first of the next month, in the cinema's
 * zone.
 */
export function cinemaMonthRange(month: string): { from: Date; until: Date } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const nextMonth = new Date(Date.UTC(year, number)).toISOString().slice(0, 7);
  return { from: cinemaDayStart(`${month}-01`), until: cinemaDayStart(`${nextMonth}-01`) };
}

const FIRST_MONTH = 4;

/** `2627` for 1 April 2026 to 31 March 2027 in the cinema's zone. */
export function fiscalYear(instant: Date): string {
  const [year, month] = cinemaDay(instant).split('-').map(Number) as [number, number];
  const first = month >= FIRST_MONTH ? year : year - 1;
  return [first, first + 1].map((each) => String(each % 100).padStart(2, '0')).join('');
}

/** T: tax invoice. C: credit note. */
type SeriesLetter = 'T' | 'C';

/** `T2627`. Numbers in each series start at 1. */
export const invoiceSeriesAt = (letter: SeriesLetter, instant: Date): string =>
  `${letter}${fiscalYear(instant)}`;

/** CGST Rules, rule 46. */
export const INVOICE_NUMBER_MAX_LENGTH = 16;
const COUNT_DIGITS = 7;

/**
 * `T2627/0000123`. Throws `RangeError` for a count that is not a positive integer or is too long.
 */
export function formatInvoiceNumber(series: string, count: number): string {
  const number = `${series}/${String(count).padStart(COUNT_DIGITS, '0')}`;
  if (!Number.isSafeInteger(count) || count < 1 || number.length > INVOICE_NUMBER_MAX_LENGTH)
    throw new RangeError(`${count} is not a valid invoice number in the series ${series}`);
  return number;
}
