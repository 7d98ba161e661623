import { z } from 'zod';
import { Gender } from '#contract/accounts.ts';
import { PAGE_NAMES } from '#contract/content.ts';
import { isMobile } from '#domain/mobile.ts';
import { MOVIE_TYPES } from '#domain/film.ts';
import { DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import { DATE_EXAMPLES } from '#domain/parse-instant.ts';
import { plainFault } from './errors.ts';
import { momentOf } from './moment.ts';
import type { Fault } from './report.ts';

const MOST_RUPEES = 100_000;

// PostgreSQL stores no NUL in text.
const text = (most: number) =>
  z
    .string('must be a text')
    .trim()
    .max(most, `must have ${most} characters at most`)
    .refine((value) => !value.includes('\0'), 'must not hold a NUL character');
const word = (most = 300) => text(most).min(1, 'must not be empty');
/** A filter names several languages or genres with `;` between them (spec §7). */
const listed = (most?: number) => word(most).refine((value) => !value.includes(';'), 'must not hold a ;');
const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => (value === '' ? null : (value ?? null)));
const NOT_A_DATE = `must be a date, as in ${DATE_EXAMPLES}, or days from the import, as in "+12d"`;
/** A spreadsheet's serial number may come as a number. */
const moment = z
  .union([text(40), z.number().transform(String)], NOT_A_DATE)
  .refine((value) => momentOf(value, new Date(0)) !== null, NOT_A_DATE);
const number = (least: number, most: number) =>
  z.number('must be a number').min(least, `must be ${least} at least`).max(most, `must be ${most} at most`);
const whole = (least: number, most: number) => number(least, most).int('must be a whole number');
const money = number(0, MOST_RUPEES).refine(
  (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
  'must have two decimals at most',
);
const year = z
  .union([z.number().int(), z.string()], 'must be a year')
  .transform(String)
  .pipe(
    z
      .string()
      .trim()
      .regex(/^(\d{4})?$/, 'must be a year'),
  );
const media = text(2000);
const noneTwice = (name: z.ZodType<string>) =>
  z.array(name, 'must be a list').refine((list) => new Set(list).size === list.length, 'names something twice');
const refs = noneTwice(word());

export const MovieRow = z.object({
  ref: word(),
  movieKey: optional(text(40).regex(/^[A-Za-z0-9_-]{6,40}$/, 'must be 6 to 40 letters, digits, - or _')),
  movieName: word(),
  movieNameEn: optional(text(300)),
  movieType: z.enum(MOVIE_TYPES, `must be one of ${MOVIE_TYPES.join(', ')}`),
  primaryLanguage: listed(60),
  movieDescription: optional(text(20_000)),
  movieDescriptionEn: optional(text(20_000)),
  runningTime: optional(whole(0, 10_000)),
  ageRating: optional(whole(0, 99)),
  yearProduced: optional(year),
  yearReleased: optional(year),
  countryOfProduction: optional(text(100)),
  ticketRate: money,
  releaseDate: optional(moment),
  streamingStartDate: optional(moment),
  genres: optional(noneTwice(listed())),
  cast: optional(
    z
      .array(z.object({ actorName: word(), actorRole: word(), image: optional(media) }), 'must be a list')
      .max(500, 'must have 500 entries at most'),
  ),
  // Chosen: `lockup` is not kept; no screen shows it.
  poster: optional(media),
  banner: optional(media),
  trailer: optional(media),
  teaser: optional(media),
  package: optional(media),
  active: z
    .enum(['Y', 'N'], 'must be Y or N')
    .nullish()
    .transform((value) => value ?? 'Y'),
});
export type MovieRow = z.infer<typeof MovieRow>;

export const UserRow = z.object({
  ref: word(),
  mobile: z
    .string()
    .regex(/^\d+$/, 'must be digits, with the country code')
    .refine(
      (value) => value.startsWith(DOMESTIC_DIAL_CODE) && isMobile(value.slice(DOMESTIC_DIAL_CODE.length)),
      `must be ${DOMESTIC_DIAL_CODE} and a mobile number`,
    ),
  firstName: optional(text(100)),
  lastName: optional(text(100)),
  emailId: optional(z.email('must be an e-mail address').max(200, 'must have 200 characters at most')),
  gender: optional(Gender),
  roles: optional(z.array(word(60))),
});
export type UserRow = z.infer<typeof UserRow>;

export const CollectionRow = z.object({
  name: word(),
  ordering: z
    .number()
    .int()
    .nullish()
    .transform((value) => value ?? 0),
  movies: refs,
});
export type CollectionRow = z.infer<typeof CollectionRow>;

export const ChannelRow = z.object({
  ref: word(),
  channelName: word(),
  owner: word(),
  image: optional(media),
  movies: optional(refs),
});
export type ChannelRow = z.infer<typeof ChannelRow>;

const limit = whole(1, 1_000_000_000);

export const CouponRow = z
  .object({
    couponCode: word(40),
    couponType: z.enum(['PERCENTAGE', 'FIXED'], 'must be PERCENTAGE or FIXED'),
    couponValue: money,
    validFrom: optional(moment),
    validUntil: optional(moment),
    totalLimit: optional(limit),
    viewerLimit: optional(limit),
    movies: optional(refs.min(1, 'must name a film')),
    batch: optional(word(40)),
  })
  .refine((row) => row.couponType === 'FIXED' || row.couponValue <= 100, {
    path: ['couponValue'],
    message: 'must be 100 at most',
  });
export type CouponRow = z.infer<typeof CouponRow>;

export const ReviewRow = z.object({
  movie: word(),
  user: word(),
  rating: whole(1, 5),
  reviewComments: word(5000),
  hasSpoilers: z.boolean('must be true or false').optional(),
  createdOn: moment,
});
export type ReviewRow = z.infer<typeof ReviewRow>;

export const OrderRow = z.object({
  movie: word(),
  user: word(),
  orderDate: moment,
  bookingStartTime: moment,
  couponCode: optional(text(40)),
  // Chosen: no PROCESSING: a payment under way belongs to its provider.
  paymentStatus: z.enum(['NEW', 'PAID', 'CANCELLED', 'REFUNDED']),
});
export type OrderRow = z.infer<typeof OrderRow>;

export const PageRow = z.object({
  name: z.enum(PAGE_NAMES, `must be one of ${PAGE_NAMES.join(', ')}`),
  pageContent: text(200_000),
});
export type PageRow = z.infer<typeof PageRow>;

/** What is wrong with a row. */
export function faultsOf(error: z.ZodError, row: unknown): Fault[] {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return [plainFault('it is not an object')];
  return error.issues.map((issue) => faultOf(issue, row));
}

function faultOf({ path, message }: z.core.$ZodIssue, row: object): Fault {
  const value = path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key], row);
  const name = path.join('.');
  const column = path.filter((key) => typeof key !== 'number').join('.');
  const why = value === undefined ? 'is missing' : message.startsWith('Invalid') ? 'cannot be read' : message;
  const shown = shownValue(value);
  const [cause, reason] = [`${column} ${why}`, [name, shown && `"${shown}"`, why].filter(Boolean).join(' ')];
  return { reason, cause, ...(shown && { value: shown }) };
}

const LONGEST_VALUE = 40;

/** Long texts, lists and objects are not repeated in a sentence, nor what would control a terminal. */
function shownValue(value: unknown): string | null {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return null;
  const text = String(value);
  return text.length <= LONGEST_VALUE && !/\p{Cc}/u.test(text) ? text : null;
}
