import { CINEMA_ZONE } from './dates.ts';
import { MINUTE } from './limits.ts';
import { wallClock, zoneOffset } from './zones.ts';

/** `2026-05-04`: the date on invoices and statements, in the cinema's zone. */
export const cinemaDay = (instant: Date): string => wallClock(instant, CINEMA_ZONE).date;

export function cinemaDayStart(day: string): Date {
  const asUtc = new Date(`${day}T00:00:00Z`);
  // India has had no clock change since 1945, so every hour of a day has the same offset.
  return new Date(asUtc.getTime() - zoneOffset(asUtc, CINEMA_ZONE) * MINUTE);
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
export const invoiceSeriesAt = (letter: SeriesLetter, instant: Date): string => `${letter}${fiscalYear(instant)}`;

/** CGST Rules, rule 46. */
export const INVOICE_NUMBER_MAX_LENGTH = 16;
const COUNT_DIGITS = 7;

/** `T2627/0000123`. Throws `RangeError` for a count that is not a positive integer or is too long. */
export function formatInvoiceNumber(series: string, count: number): string {
  const number = `${series}/${String(count).padStart(COUNT_DIGITS, '0')}`;
  if (!Number.isSafeInteger(count) || count < 1 || number.length > INVOICE_NUMBER_MAX_LENGTH)
    throw new RangeError(`${count} is not a valid invoice number in the series ${series}`);
  return number;
}
