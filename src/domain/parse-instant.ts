import { CINEMA_ZONE, CINEMA_ZONE_NAME } from './dates.ts';
import { DAY, HOUR, MINUTE } from './limits/durations.ts';
import { zoneOffset } from './zones.ts';

export const DATE_EXAMPLES = '"2026-12-05 18:00" or, day first, "05/12/2026 18:00"';

const INSTANT =
  /^(?<day>.+?)(?:(?:,? |T)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}(?:\.\d{1,9})?))?(?: ?(?<half>[ap]m))?(?: ?(?<offset>Z|UTC|GMT|IST|[+-]\d{2}:?\d{2}))?)?$/i;

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? /i;

/**
 * Reads dates as operators and spreadsheets write them. No offset: in `zone`; no time: the start of
 * the day. Null if invalid, or if the clocks of `zone` skipped the time.
 */
export function parseInstant(text: string, zone = CINEMA_ZONE): Date | null {
  const {
    day = '',
    offset,
    ...clock
  } = INSTANT.exec(text.trim().replace(WEEKDAY, ''))?.groups ?? {};
  const dayMs = startOfDay(day);
  const clockMs = millisecondsOf(clock);
  if (dayMs === null || clockMs === null) return null;
  const asUtc = new Date(dayMs + clockMs);
  if (offset?.toUpperCase() === CINEMA_ZONE_NAME) return inZone(asUtc, CINEMA_ZONE, false);
  if (offset) return minutesBefore(asUtc, minutesOf(offset));
  return inZone(asUtc, zone, clock.hour === undefined && dayMs % DAY === 0);
}

/** `local`: the local time as if it were UTC. */
function inZone(local: Date, zone: string, isWholeDay: boolean): Date | null {
  // The first offset may belong to the other side of a clock change; the second is right.
  const near = minutesBefore(local, zoneOffset(local, zone));
  const instant = minutesBefore(local, zoneOffset(near, zone));
  const isSkipped = minutesBefore(local, zoneOffset(instant, zone)).getTime() !== instant.getTime();
  if (!isSkipped) return instant;
  // A day without a midnight starts when its clocks change: with the offset from before.
  return isWholeDay ? new Date(Math.max(near.getTime(), instant.getTime())) : null;
}

const minutesBefore = (instant: Date, minutes: number): Date =>
  new Date(instant.getTime() - minutes * MINUTE);

/**
 * `2026-12-05` for a date in any form of parseInstant. Null for invalid text and for a date with a
 * time.
 */
export function parseDay(text: string): string | null {
  const start = startOfDay(text.trim());
  return start === null || start % DAY ? null : new Date(start).toISOString().slice(0, 10);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_FORMS = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<date>\d{2})$/,
  /^(?<date>\d{1,2})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<year>\d{4})$/,
  /^(?<date>\d{1,2})[- ](?<name>[a-z]{3,9})[- ](?<year>\d{4}|\d{2})$/i,
  /^(?<name>[a-z]{3,9}) (?<date>\d{1,2}),? (?<year>\d{4})$/i,
];

/** Milliseconds of midnight in UTC. A spreadsheet's serial number may include a time. */
function startOfDay(text: string): number | null {
  if (SERIAL.test(text)) return fromSerial(Number(text));
  const {
    date,
    name,
    month = String(MONTHS.indexOf(name?.slice(0, 3).toLowerCase() ?? '') + 1),
    year,
  } = DAY_FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups) ?? {};
  if (!date || !year) return null;
  const iso = `${fullYear(year)}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const start = Date.parse(`${iso}T00:00Z`);
  // JavaScript would parse 31 February as a day in March.
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(iso) ? start : null;
}

/** Spreadsheets write `25-Sep-21`, and read 00 to 29 as years from 2000 on. */
const fullYear = (year: string): string =>
  year.length === 4 ? year : `${year < '30' ? 20 : 19}${year}`;

/**
 * Days since 30 December 1899, as in spreadsheets: `46349.5`. Exactly five digits, because `2026`
 * is a year.
 */
const SERIAL = /^\d{5}(\.\d+)?$/;
const DAYS_BEFORE_1970 = 25_569;
const fromSerial = (serial: number): number =>
  Math.round((serial - DAYS_BEFORE_1970) * (DAY / 1000)) * 1000;

type Clock = Partial<Record<'hour' | 'minute' | 'second' | 'half', string>>;

function millisecondsOf({ hour = '0', minute = '0', second = '0', half }: Clock): number | null {
  const typed = Number(hour);
  if (half && (typed < 1 || typed > 12)) return null;
  const hours = half ? (typed % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : typed;
  if (hours > 23 || Number(minute) > 59 || Number(second) >= 60) return null;
  return hours * HOUR + Number(minute) * MINUTE + Math.round(Number(second) * 1000);
}

function minutesOf(offset: string): number {
  // 0 for the name of a zone, which is UTC.
  const digits = Number(offset.replace(/\D/g, ''));
  return (offset.startsWith('-') ? -1 : 1) * (Math.floor(digits / 100) * 60 + (digits % 100));
}
