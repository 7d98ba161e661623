import { displayDay, displayHour, HOUSE_ZONE } from './dates.ts';
import { isRepeated, wallClock, zoneAbbreviation, zoneOffset } from './zones.ts';

/** Whether an instant reads otherwise on a wall in India. */
export const isElsewhere = (instant: Date, zone: string): boolean =>
  zoneOffset(instant, zone) !== zoneOffset(instant, HOUSE_ZONE);

/** `EDT` in an hour that the zone's clock repeats, else nothing: which of the two it is. */
export const whichOfTwo = (instant: Date, zone: string): string =>
  isRepeated(instant, zone) ? zoneAbbreviation(instant, zone) : '';

/** `7.00 PM`; `1.00 AM EDT` where the clock reads so twice. */
export const displayHourOnce = (instant: Date, zone: string): string =>
  [displayHour(instant, zone), whichOfTwo(instant, zone)].filter(Boolean).join(' ');

/** `Sat 21 Nov, 7.00 PM` */
export const displayMoment = (instant: Date, zone: string): string =>
  `${displayDay(instant, zone)}, ${displayHourOnce(instant, zone)}`;

const inHouse = (instant: Date, day: string): string =>
  `${day} ${displayHour(instant, HOUSE_ZONE)} ${zoneAbbreviation(instant, HOUSE_ZONE)}`.trim();

/** `Sun 22 Nov, 5.30 AM IST`; empty where the zone's wall reads the same. */
export const displayHouseMoment = (instant: Date, zone: string): string =>
  isElsewhere(instant, zone) ? inHouse(instant, `${displayDay(instant, HOUSE_ZONE)},`) : '';

/** `5.30 AM IST`, with the weekday where India has another: `Sun 5.30 AM IST`; empty where the zone's wall reads the same. */
export function displayHouseHour(instant: Date, zone: string): string {
  if (!isElsewhere(instant, zone)) return '';
  const isSameDay = wallClock(instant, zone).date === wallClock(instant, HOUSE_ZONE).date;
  return inHouse(instant, isSameDay ? '' : displayDay(instant, HOUSE_ZONE).slice(0, 3));
}

/** `Sat 21 Nov, 7.00 PM`, outside India `Sat 21 Nov, 7.00 PM (Sun 22 Nov, 5.30 AM IST)`. */
export function displayBoth(instant: Date, zone: string): string {
  const house = displayHouseMoment(instant, zone);
  return displayMoment(instant, zone) + (house && ` (${house})`);
}
