import { CINEMA_ZONE, CINEMA_ZONE_NAME, toLocalDayjs } from '../dates.ts';

type Wire = string | Date | null | undefined;

/** `2026-12-05 18:00`, for operators. */
export const displayMinute = (date: Date, zone: string): string =>
  toLocalDayjs(date, zone).format('YYYY-MM-DD HH:mm');

/** `2026-12-05 18:00 IST`, in the time zone of the cinema. parseInstant reads it. */
export const displayCinemaMoment = (date: Date): string =>
  `${displayMinute(date, CINEMA_ZONE)} ${CINEMA_ZONE_NAME}`;

/** `05-12-2026` (spec §9, producer orders), or `-`. */
export const displayOrderDate = (wire: Wire, zone?: string): string =>
  toLocalDayjs(wire, zone)?.format('DD-MM-YYYY') ?? '-';
