import { HOUSE_ZONE } from './dates.ts';
import { MINUTE } from './limits.ts';
import { wallClock, zoneOffset } from './zones.ts';

/** `2026-05-04`: the day that a paper of the house bears, whatever zone its reader is in. */
export const houseDay = (instant: Date): string => wallClock(instant, HOUSE_ZONE).date;

/** The instant at which a day of the house begins. */
export function houseDayStart(day: string): Date {
  const asUtc = new Date(`${day}T00:00:00Z`);
  // India's clock has not changed since 1945: any hour of the day tells its offset.
  return new Date(asUtc.getTime() - zoneOffset(asUtc, HOUSE_ZONE) * MINUTE);
}

const FIRST_MONTH = 4;

/** `2627` for the Indian financial year from 1 April 2026 to 31 March 2027, by the clock of the house. */
export function fiscalYear(instant: Date): string {
  const [year, month] = houseDay(instant).split('-').map(Number) as [number, number];
  const first = month >= FIRST_MONTH ? year : year - 1;
  return [first, first + 1].map((each) => String(each % 100).padStart(2, '0')).join('');
}

/** T: tax invoices. C: credit notes. */
export type SeriesLetter = 'T' | 'C';

/** `T2627`: the series that a paper of this moment belongs to. Each counts from 1. */
export const seriesAt = (letter: SeriesLetter, instant: Date): string => `${letter}${fiscalYear(instant)}`;

/** The longest number that a tax invoice may bear (CGST Rules, rule 46). */
export const LONGEST_NUMBER = 16;
const DIGITS = 7;

/** `T2627/0000123` */
export function numberInSeries(series: string, count: number): string {
  const number = `${series}/${String(count).padStart(DIGITS, '0')}`;
  if (!Number.isSafeInteger(count) || count < 1 || number.length > LONGEST_NUMBER)
    throw new RangeError(`${count} is no number for an invoice of ${series}`);
  return number;
}
