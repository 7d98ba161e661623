import { toLocalDayjs, toUtcDayjs } from '../dates.ts';

type Wire = string | Date | null | undefined;

/** `05 DEC 2026` (spec §9, display date), or `-`. */
export const displayDate = (wire: Wire, zone?: string): string =>
  toLocalDayjs(wire, zone)?.format('DD MMM YYYY').toUpperCase() ?? '-';

/** `05 Dec 2026`, or `-`. */
export const displayWordDate = (wire: Wire, zone?: string): string =>
  toLocalDayjs(wire, zone)?.format('DD MMM YYYY') ?? '-';

/** `05`, or `-`. */
export const displayDayDigits = (wire: Wire, zone?: string): string =>
  toLocalDayjs(wire, zone)?.format('DD') ?? '-';

/** `Dec`, or `-`. */
export const displayShortMonth = (wire: Wire, zone?: string): string =>
  toLocalDayjs(wire, zone)?.format('MMM') ?? '-';

/** `December 2026`, or `-`. */
export const displayMonth = (wire: Wire, zone?: string): string =>
  toLocalDayjs(wire, zone)?.format('MMMM YYYY') ?? '-';

export const displayTime = (date: Date, zone?: string): string =>
  toLocalDayjs(date, zone).format('h.mm A');

/** `Sat 5 Dec` */
export const displayDay = (date: Date, zone?: string): string =>
  toLocalDayjs(date, zone).format('ddd D MMM');

/** `Sat 5 Dec 2026` */
export const displayDayOfYear = (date: Date, zone?: string): string =>
  toLocalDayjs(date, zone).format('ddd D MMM YYYY');

/** `Saturday 5 December` */
export const displayLongDay = (date: Date, zone?: string): string =>
  toLocalDayjs(date, zone).format('dddd D MMMM');

/** `Sat 5 Dec 2026` for `2026-12-05`. */
export const displayPlainDayOfYear = (day: string): string =>
  toUtcDayjs(day).format('ddd D MMM YYYY');

/** `28 Nov - 7:05 pm` (spec §9, short). */
export const displayShortMoment = (date: Date, zone?: string): string =>
  toLocalDayjs(date, zone).format('D MMM - h:mm a');

/** `November 28 2026 07:05:09 PM` (spec §9), or `-`. */
export const displayFullMoment = (wire: Wire, zone?: string): string =>
  toLocalDayjs(wire, zone)?.format('MMMM DD YYYY hh:mm:ss A') ?? '-';
