import { z } from 'zod';
import { typedLine, typedText } from '#contract/typed-text.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { type FocalPoint, parseFocalPoint } from '#domain/focal-point.ts';
import { DATE_EXAMPLES, parseDay, parseInstant } from '#domain/parse-instant.ts';
import { toPaise } from '#domain/pricing.ts';
import { Sentence, type Text } from '#domain/format/sentence.ts';
import { isZone } from '#domain/zones.ts';

const MAX_RUPEES = 100_000;

const lengthLimit = (maxLength: number) =>
  [maxLength, `must have at most ${maxLength} characters`] as const;
export const text = (maxLength = 300) =>
  typedLine()
    .min(1, 'must not be empty')
    .max(...lengthLimit(maxLength));

/** With line breaks. */
export const longText = (maxLength: number) =>
  typedText()
    .min(1, 'must not be empty')
    .max(...lengthLimit(maxLength));

/** Text without `;`, because filters join names with it. */
export const listItemText = (maxLength: number) =>
  text(maxLength).refine((value) => !value.includes(';'), 'must not contain ;');

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine(
      (value) => value >= min && value <= max,
      `must be a whole number from ${min} to ${max}`,
    );

const decimal = (name: string, max: number) =>
  z
    .string()
    .regex(/^\d+(\.\d{1,2})?$/, `must be ${name}, with at most two decimals`)
    .transform(Number)
    .refine((value) => value <= max, `must be at most ${max}`);

/** Parses rupees and returns paise. */
export const rupeesAsPaise = decimal('an amount in rupees', MAX_RUPEES).transform(toPaise);
export const rupeeAmount = decimal('an amount in rupees', MAX_RUPEES).refine(
  (value) => value > 0,
  'must be above 0',
);
export const percent = decimal('a number', 100).refine((value) => value > 0, 'must be above 0');

/** `2026-11-30`, or `30/11/2026` as spreadsheets write it. */
export const day = z.string().transform((typed, context): string => {
  const parsed = parseDay(typed);
  if (parsed) return parsed;
  context.addIssue('must be a day: 2026-11-30, or 30/11/2026 with the day first');
  return z.NEVER;
});
export const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, for example 2026-11');

export const startOfDay = (day: string): Date => parseInstant(day)!;
/** Exclusive: the start of the next day. */
export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + 24 * 3_600_000);

/**
 * Text without an offset is in `zone`; a day means its midnight. Returns null if the text is no
 * date.
 */
export const parseMoment = (typed: string, zone: string): Date | null =>
  typed === 'now' ? new Date() : parseInstant(typed, zone);

/** Text without an offset is in the time zone of the cinema. */
export const moment = z.string().transform((typed, context): Date => {
  const instant = parseMoment(typed, CINEMA_ZONE);
  if (instant) return instant;
  context.addIssue(
    `must be a date and time in the cinema’s time zone, for example ${DATE_EXAMPLES}, or now`,
  );
  return z.NEVER;
});

export const zone = z.string().refine(isZone, 'must be a time zone, for example Europe/Berlin');

/** Parses `90m`, `2h` or `1d`, and returns minutes. */
export const duration = z.string().transform((typed, context): number => {
  const [, count, unit] = /^(\d{1,5})(m|h|d)$/.exec(typed) ?? [];
  const minutes = Number(count) * { m: 1, h: 60, d: 1440 }[unit as 'm' | 'h' | 'd'];
  if (minutes > 0 && minutes <= 60 * 1440) return minutes;
  context.addIssue('must be a duration of at most 60 days, for example 90m, 2h or 1d');
  return z.NEVER;
});

export const commaList = (each: z.ZodType<string, string> = text()) =>
  z
    .string()
    .transform((typed) => typed.split(',').map((item) => item.trim()))
    .pipe(z.array(each).min(1));

export const flag = z.boolean().default(false);
const limit = wholeNumber(1, 10_000).default(50);
export const LIMIT_OPTIONS = {
  '--limit <number>': { about: 'the maximum number of rows', default: '50' },
  '--after <row>': 'only the rows after this one: a list that continues ends with its name',
} as const;
export const rowId = wholeNumber(1, 2_147_483_647);
export const limitFields = { limit, after: rowId.optional() };
export const LIMIT_LABELS = { limit: 'Maximum number of rows', after: 'Rows after' };
/** For lists whose rows have no number. */
export const textLimitFields = { limit, after: text().optional() };
/** The name of a file may have any character. */
export const path = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(...lengthLimit(4000))
  .refine((value) => !value.includes('\0'), 'must not contain a NUL character');

export const focalPoint = z.string().transform((typed, context): FocalPoint => {
  const point = parseFocalPoint(typed);
  if (point) return point;
  context.addIssue('must be two whole numbers from 0 to 100, for example 50,30');
  return z.NEVER;
});

/** An issue whose message names options. */
export const issueOf = (text: Sentence) => ({ error: String(text), params: { sentence: text } });

export const sentenceOfIssue = (issue: z.core.$ZodIssue): Text =>
  issue.code === 'custom' && issue.params?.['sentence'] instanceof Sentence
    ? issue.params['sentence']
    : issue.message;

/** Their messages say more than that the input is wrong. */
const CLEAR_CODES = ['too_small', 'too_big', 'not_multiple_of', 'unrecognized_keys'];

/** Parses typed input. Values without a message of their own are called missing or invalid. */
export const parseTyped = <Input>(schema: z.ZodType<Input>, typed: object) =>
  schema.safeParse(typed, {
    error: ({ code }) => (CLEAR_CODES.includes(code) ? undefined : 'is missing or invalid'),
  });

/** Names each wrong input: `--price must be …; <film> must not be empty`. */
export const describeInputErrors = (error: z.ZodError, nameOf: (key: string) => string): string =>
  error.issues
    .map(({ path: keys, message }) => {
      const [key] = keys;
      return key === undefined ? message : `${nameOf(String(key))} ${message}`;
    })
    .join('; ');
