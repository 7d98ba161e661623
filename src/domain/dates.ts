import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import utc from 'dayjs/plugin/utc.js';
import { zoneOffset } from './zones.ts';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

/** Spec §9: dates travel as `DD-MM-YYYY HH:mm:ss` in UTC. */
const WIRE_FORMAT = 'DD-MM-YYYY HH:mm:ss';
export const CINEMA_ZONE = 'Asia/Kolkata';

export const toWire = (date: Date): string => dayjs.utc(date).format(WIRE_FORMAT);

/** Null for an invalid date; strict, so 31-02-2026 is invalid. */
export function fromWire(text: string): Date | null {
  const parsed = dayjs.utc(text, WIRE_FORMAT, true);
  return parsed.isValid() ? parsed.toDate() : null;
}

/**
 * Use the result only for formatting: with `zone`, it is not the same instant. The default is the
 * machine's zone.
 */
export function toLocalDayjs(date: Date, zone?: string): Dayjs;
export function toLocalDayjs(wire: string | Date | null | undefined, zone?: string): Dayjs | null;
export function toLocalDayjs(wire: string | Date | null | undefined, zone?: string): Dayjs | null {
  const date = typeof wire === 'string' ? fromWire(wire) : wire;
  if (!date) return null;
  // dayjs' own `tz` and `utcOffset` lose an hour on days when the machine's clock changes
  // (zones.ts).
  return zone ? dayjs.utc(date).add(zoneOffset(date, zone), 'minute') : dayjs(date);
}

/** `2026-12-05` on the machine's clock. */
export const localDay = (date: Date): string => dayjs(date).format('YYYY-MM-DD');

/** Use the result only for formatting a calendar day (`2026-12-05`), which has no zone. */
export const toUtcDayjs = (day: string): Dayjs => dayjs.utc(day);

/**
 * Chosen: India's abbreviation. `IST` also means other zones elsewhere, but operators read it in
 * the cinema's country.
 */
export const CINEMA_ZONE_NAME = 'IST';
