import { z } from 'zod';
import { HOUSE_ZONE } from '#domain/dates.ts';
import { DATE_EXAMPLES, parseDay, parseInstant } from '#domain/parse-instant.ts';
import { toPaise } from '#domain/pricing.ts';
import { isZone } from '#domain/zones.ts';

const MOST_RUPEES = 100_000;

/** A text of the command line. PostgreSQL stores no NUL in text. */
export const text = (most = 300) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must have ${most} characters at most`)
    .refine((value) => !value.includes('\0'), 'must not hold a NUL character');

/** A name that filters list with `;` between them. */
export const listed = (most = 60) => text(most).refine((value) => !value.includes(';'), 'must not hold a ;');

export const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^-?\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

const decimal = (name: string, most: number) =>
  z
    .string()
    .regex(/^\d+(\.\d{1,2})?$/, `must be ${name}, with two decimals at most`)
    .transform(Number)
    .refine((value) => value <= most, `must be ${most} at most`);

/** A sum in rupees, as paise. */
export const rupees = decimal('a sum in rupees', MOST_RUPEES).transform(toPaise);
/** A sum in rupees that stays one. */
export const sum = decimal('a sum in rupees', MOST_RUPEES).refine((value) => value > 0, 'must be above 0');
export const percent = decimal('a number', 100).refine((value) => value > 0, 'must be above 0');

/** A day, as `2026-11-30`; a spreadsheet's `30/11/2026` too. */
export const day = z.string().transform((typed, context): string => {
  const parsed = parseDay(typed);
  if (parsed) return parsed;
  context.addIssue('must be a day, as in 2026-11-30 or, day first, 30/11/2026');
  return z.NEVER;
});
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, as in 2026-11');

export const startOf = (day: string): Date => parseInstant(day)!;
/** The first moment that is no longer that day. */
export const endOf = (day: string): Date => new Date(startOf(day).getTime() + 24 * 3_600_000);

/** A moment by a zone's clock unless it has an offset (a day alone is its midnight), or `now`. Null when the text is no moment. */
export const readMoment = (typed: string, zone: string): Date | null =>
  typed === 'now' ? new Date() : parseInstant(typed, zone);

/** A moment by the cinema's clock, as readMoment reads it. */
export const moment = z.string().transform((typed, context): Date => {
  const instant = readMoment(typed, HOUSE_ZONE);
  if (instant) return instant;
  context.addIssue(`must be a moment, as in ${DATE_EXAMPLES}, by the cinema’s clock, or now`);
  return z.NEVER;
});

/** An IANA name of a time zone. */
export const zone = z.string().refine(isZone, 'must be a time zone, as in Europe/Berlin');

/** `90m`, `2h`, `1d`; as minutes. */
export const span = z.string().transform((typed, context): number => {
  const [, count, unit] = /^(\d{1,5})(m|h|d)$/.exec(typed) ?? [];
  const minutes = Number(count) * { m: 1, h: 60, d: 1440 }[unit as 'm' | 'h' | 'd'];
  if (minutes > 0 && minutes <= 60 * 1440) return minutes;
  context.addIssue('must be a length of time, as in 90m, 2h or 1d; 60 days at most');
  return z.NEVER;
});

/** `a,b,c`, with or without spaces. */
export const commaList = (each: z.ZodType<string, string> = text()) =>
  z
    .string()
    .transform((typed) => typed.split(',').map((item) => item.trim()))
    .pipe(z.array(each).min(1));

export const flag = z.boolean().default(false);
export const limit = whole(1, 10_000).default(50);
export const file = text(4000);

/** Why an input cannot be, in a sentence that names what was typed: `--price must be …`, `<film> must not be empty`. */
export const whyNot = (error: z.ZodError, nameOf: (key: string) => string): string =>
  error.issues
    .map(({ path, message }) => {
      const [key] = path;
      const why = message.startsWith('Invalid') ? 'is missing or cannot be read' : message;
      return key === undefined ? why : `${nameOf(String(key))} ${why}`;
    })
    .join('; ');
