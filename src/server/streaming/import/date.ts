import { DAY } from '#domain/limits/durations.ts';
import { parseInstant } from '#domain/parse-instant.ts';

const RELATIVE = /^([+-]?\d{1,5})d$/;

export const isRelativeDate = (text: string): boolean => RELATIVE.test(text);

/** Of a text that the schema of its row has accepted. Throws Error for another one. */
export function requireImportDate(text: string, base: Date): Date {
  const date = parseImportDate(text, base);
  if (!date) throw new Error(`"${text}" is not a date`);
  return date;
}

/** Parses `-30d` (relative to `base`) or a date; null if it is neither. */
export function parseImportDate(text: string, base: Date): Date | null {
  const days = RELATIVE.exec(text)?.[1];
  return days === undefined ? parseInstant(text) : new Date(base.getTime() + Number(days) * DAY);
}
