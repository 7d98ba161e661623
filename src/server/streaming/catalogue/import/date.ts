import { DAY } from '#domain/limits.ts';
import { parseInstant } from '#domain/parse-instant.ts';

const RELATIVE = /^([+-]?\d{1,5})d$/;

export const isRelative = (text: string): boolean => RELATIVE.test(text);

/** The instant of `-30d` (counted from `base`) or of a date; null when it is neither. */
export function momentOf(text: string, base: Date): Date | null {
  const days = RELATIVE.exec(text)?.[1];
  return days === undefined ? parseInstant(text) : new Date(base.getTime() + Number(days) * DAY);
}
