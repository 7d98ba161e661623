import { LOCALE } from './format/locale.ts';
import { HOUR, MINUTE } from './limits/durations.ts';

interface WallClock {
  date: string;
  hour: number;
  minute: number;
  second: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
/** More than there are zones. A caller can write each zone in many ways (`aSIA/kolkata`). */
const MAX_FORMATTERS = 1000;

function formatterOf(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone);
  if (cached) return cached;
  const two = '2-digit';
  const formatter = new Intl.DateTimeFormat(LOCALE, {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(zone, formatter);
  return formatter;
}

/** Uses Intl instead of dayjs, which loses an hour on days when the machine's own clock changes. */
export function wallClock(instant: Date, zone: string): WallClock {
  const part: Record<string, string> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) part[type] = value;
  const { year, month, day, hour, minute, second } = part;
  return {
    date: `${year}-${month}-${day}`,
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
}

const asUtc = ({ date, hour, minute, second }: WallClock): number =>
  Date.parse(`${date}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1000;

/** Minutes ahead of UTC: 330 for Kolkata, -300 for New York in winter. */
export const zoneOffset = (instant: Date, zone: string): number =>
  (asUtc(wallClock(instant, zone)) - Math.floor(instant.getTime() / 1000) * 1000) / MINUTE;

/** Whether another instant has the same local time, because the clock was set back. */
export function isRepeatedHour(instant: Date, zone: string): boolean {
  const offset = zoneOffset(instant, zone);
  return [-15, 15].some((hours) => {
    const otherOffset = zoneOffset(new Date(instant.getTime() + hours * HOUR), zone);
    const twin = new Date(instant.getTime() + (offset - otherOffset) * MINUTE);
    return otherOffset !== offset && zoneOffset(twin, zone) === otherOffset;
  });
}

export function isZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}
