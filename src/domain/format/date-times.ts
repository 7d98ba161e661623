import { CINEMA_ZONE } from '../dates.ts';
import { isRepeatedHour, wallClock, zoneOffset } from '../zones.ts';
import { displayDay, displayTime } from './dates.ts';

export const isOutsideCinemaZone = (instant: Date, zone: string): boolean =>
  zoneOffset(instant, zone) !== zoneOffset(instant, CINEMA_ZONE);

/** `EDT` in an hour that occurs twice because the clock is set back; otherwise empty. */
export const repeatedHourAbbreviation = (instant: Date, zone: string): string =>
  isRepeatedHour(instant, zone) ? zoneAbbreviation(instant, zone) : '';

const unbreakableTime = (instant: Date, zone: string): string =>
  displayTime(instant, zone).replace(' ', '\u00a0');

export const displayUnambiguousTime = (instant: Date, zone: string): string =>
  [unbreakableTime(instant, zone), repeatedHourAbbreviation(instant, zone)]
    .filter(Boolean)
    .join(' ');

export const displayDateTime = (instant: Date, zone: string): string =>
  `${displayDay(instant, zone)}, ${displayUnambiguousTime(instant, zone)}`;

const inCinemaTime = (instant: Date, day: string): string =>
  `${day} ${unbreakableTime(instant, CINEMA_ZONE)} ${zoneAbbreviation(instant, CINEMA_ZONE)}`.trim();

/** `Sun 22 Nov, 5.30 AM IST`; empty when the zone shows the same time. */
export const displayCinemaDateTime = (instant: Date, zone: string): string =>
  isOutsideCinemaZone(instant, zone)
    ? inCinemaTime(instant, `${displayDay(instant, CINEMA_ZONE)},`)
    : '';

/**
 * `5.30 AM IST`, or `Sun 5.30 AM IST` on another day than in the zone; empty when the zone shows
 * the same time.
 */
export function displayCinemaTime(instant: Date, zone: string): string {
  if (!isOutsideCinemaZone(instant, zone)) return '';
  const isSameDay = wallClock(instant, zone).date === wallClock(instant, CINEMA_ZONE).date;
  return inCinemaTime(instant, isSameDay ? '' : displayDay(instant, CINEMA_ZONE).slice(0, 3));
}

/** `Sat 21 Nov, 7.00 PM`; in other zones `Sat 21 Nov, 7.00 PM (Sun 22 Nov, 5.30 AM IST)`. */
export function displayLocalAndCinemaTime(instant: Date, zone: string): string {
  const cinemaTime = displayCinemaDateTime(instant, zone);
  return displayDateTime(instant, zone) + (cinemaTime && ` (${cinemaTime})`);
}

const ENGLISH = ['en-IN', 'en-GB', 'en-US', 'en-AU'];

/**
 * Old names that browsers return: ICU keeps the first name of a zone. Names that IANA changed in
 * its `backward` file.
 */
const NEW_NAMES: Record<string, string> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  'Coral Harbour': 'Atikokan',
  Dacca: 'Dhaka',
  Enderbury: 'Kanton',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
  Truk: 'Chuuk',
};

/** `New York` for America/New_York, `Kolkata` for Asia/Calcutta. */
export function zoneCity(zone: string): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  return NEW_NAMES[city] ?? city;
}

/** `IST`, `CET`, `EST`; `GMT+5:45` for zones without an English abbreviation. */
export function zoneAbbreviation(instant: Date, zone: string): string {
  const names = ENGLISH.map((language) => shortName(instant, zone, language));
  return names.find((name) => !/^(GMT|UTC)[+-−]/.test(name)) ?? names[0] ?? zone;
}

const shortName = (instant: Date, zone: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
