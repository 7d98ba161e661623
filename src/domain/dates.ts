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

/** Use the result only for formatting: with `zone`, it is not the same instant. The default is the machine's zone. */
export function toLocalDayjs(wire: string | Date | null | undefined, zone?: string): Dayjs | null {
  const date = typeof wire === 'string' ? fromWire(wire) : wire;
  if (!date) return null;
  // dayjs' own `tz` and `utcOffset` lose an hour on days when the machine's clock changes (zones.ts).
  return zone ? dayjs.utc(date).add(zoneOffset(date, zone), 'minute') : dayjs(date);
}

/** Chosen: India's abbreviation. `IST` also means other zones elsewhere, but operators read it in the cinema's country. */
export const CINEMA_ZONE_NAME = 'IST';

/** `2026-12-05 18:00 IST`, in the time zone of the cinema. parseInstant reads it. */
export const displayCinemaMoment = (date: Date): string =>
  `${toLocalDayjs(date, CINEMA_ZONE)!.format('YYYY-MM-DD HH:mm')} ${CINEMA_ZONE_NAME}`;

/** `05 DEC 2026` (spec §9, display date), or `-`. */
export const displayDate = (wire: string | Date | null | undefined, zone?: string): string =>
  toLocalDayjs(wire, zone)?.format('DD MMM YYYY').toUpperCase() ?? '-';

/** `05-12-2026` (spec §9, producer orders), or `-`. */
export const displayOrderDate = (wire: string | Date | null | undefined, zone?: string): string =>
  toLocalDayjs(wire, zone)?.format('DD-MM-YYYY') ?? '-';

export const displayMonth = (wire: string | Date | null | undefined, zone?: string): string =>
  toLocalDayjs(wire, zone)?.format('MMMM YYYY') ?? '-';

export const displayTime = (date: Date, zone?: string): string =>
  toLocalDayjs(date, zone)!.format('h.mm A');

export const displayDay = (date: Date, zone?: string): string =>
  toLocalDayjs(date, zone)!.format('ddd D MMM');

/** `28 Nov - 7:05 pm` (spec §9, short). */
export const displayShortMoment = (date: Date, zone?: string): string =>
  toLocalDayjs(date, zone)!.format('D MMM - h:mm a');

/** `November 28 2026 07:05:09 PM` (spec §9), or `-`. */
export const displayFullMoment = (wire: string | Date | null | undefined, zone?: string): string =>
  toLocalDayjs(wire, zone)?.format('MMMM DD YYYY hh:mm:ss A') ?? '-';

export const displayPlainDay = (day: string): string => dayjs.utc(day).format('D MMM');

export const displayPlainDate = (day: string): string => dayjs.utc(day).format('D MMMM YYYY');

export const displayPlainMonth = (month: string): string =>
  dayjs.utc(`${month}-01`).format('MMMM YYYY');

/** `02 h 14 m` (spec §2); empty when unknown. */
export function displayRunningTime(minutes: number | null | undefined): string {
  if (!minutes || minutes < 0) return '';
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${hours} h ${String(Math.round(minutes % 60)).padStart(2, '0')} m`;
}
