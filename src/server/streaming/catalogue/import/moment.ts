import { fromWire } from '#domain/dates.ts';
import { DAY } from '#domain/limits.ts';

const RELATIVE = /^([+-]?\d{1,5})d$/;

export const isRelative = (text: string): boolean => RELATIVE.test(text);

/** The instant of `-30d` (counted from `base`) or of `DD-MM-YYYY HH:mm:ss` in UTC; null when it is neither. */
export function momentOf(text: string, base: Date): Date | null {
  const days = RELATIVE.exec(text)?.[1];
  return days === undefined ? fromWire(text) : new Date(base.getTime() + Number(days) * DAY);
}
