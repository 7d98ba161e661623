import { DAY } from '#domain/limits/durations.ts';
import { parseInstant } from '#domain/parse-instant.ts';

const RELATIVE = /^([+-]?\d{1,5})d$/;

export const isRelativeDate = (text: string): boolean => RELATIVE.test(text);

/** Parses `-30d` (relative to `base`) or a date; null if it is neither. */
export function parseImportDate(text: string, base: Date): Date | null {
  const days = RELATIVE.exec(text)?.[1];
  return days === undefined ? parseInstant(text) : new Date(base.getTime() + Number(days) * DAY);
}
