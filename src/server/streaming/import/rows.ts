import { z } from 'zod';
import { COUPON_TYPES, type Rupees } from '#domain/pricing.ts';
import {
  FILM_COLUMNS,
  FILM_FIELDS,
  type FilmColumn,
  type FilmColumnValue,
} from '#domain/film-fields.ts';
import { Gender } from '#contract/accounts.ts';
import { PAGE_NAMES } from '#contract/content.ts';
import { typedLine, typedText } from '#contract/typed-text.ts';
import { foldCode } from '#domain/fold.ts';
import { isDomesticMobile } from '#domain/mobile.ts';
import { ACTIVE } from '#domain/active.ts';
import { MOVIE_TYPES } from '#domain/film.ts';
import { DOMESTIC_DIAL_CODE } from '#domain/limits/session.ts';
import { DATE_EXAMPLES } from '#domain/parse-instant.ts';
import { plainFault } from './errors.ts';
import { parseImportDate } from './date.ts';
import type { RowFault, SectionName } from './report.ts';

const MAX_RUPEES = 100_000;

const lengthLimit = (max: number) => [max, `must have ${max} characters at most`] as const;
const limitedText = (max: number) => typedLine('must be a text').max(...lengthLimit(max));
/** With line breaks. */
const longText = (max: number) => typedText('must be a text').max(...lengthLimit(max));
const nonEmptyText = (max = 300) => limitedText(max).min(1, 'must not be empty');
/** Filters separate languages and genres with `;` (spec §7). */
const filterValue = (max?: number) =>
  nonEmptyText(max).refine((value) => !value.includes(';'), 'must not contain a ;');
const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => (value === '' ? null : (value ?? null)));
const orDefault = <T extends z.ZodType>(schema: T, fallback: z.output<T>) =>
  schema.nullish().transform((value) => value ?? fallback);
const DATE_RULE = `must be a date, as in ${DATE_EXAMPLES}, or days from the import, as in "+12d"`;
/** Spreadsheets may give a serial number instead of a text. */
const importDate = z
  .union([limitedText(40), z.number().transform(String)], DATE_RULE)
  .refine((value) => parseImportDate(value, new Date(0)) !== null, DATE_RULE);
const number = (min: number, max: number, rule = 'must be a number') =>
  z.number(rule).min(min, `must be ${min} at least`).max(max, `must be ${max} at most`);
const wholeNumber = (min: number, max: number, rule?: string) =>
  number(min, max, rule).int('must be a whole number');
const rupees: z.ZodType<Rupees, Rupees> = number(0, MAX_RUPEES).refine(
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
/** The name of a file may have any character. */
const mediaName = z
  .string('must be a text')
  .trim()
  .max(...lengthLimit(2000));
const uniqueList = (name: z.ZodType<string>) =>
  z
    .array(name, 'must be a list')
    .refine((list) => new Set(list).size === list.length, 'must not repeat an entry');
const uniqueRefs = uniqueList(nonEmptyText());

/** The names and the synopses have rules of their own. */
const OWN_RULES = [
  'movieName',
  'movieNameEn',
  'primaryLanguage',
  'movieDescription',
  'movieDescriptionOwn',
] as const;
type ImportedFact = Exclude<FilmColumn, (typeof OWN_RULES)[number]>;
export const IMPORTED_FACTS: readonly ImportedFact[] = FILM_COLUMNS.filter(
  (name): name is ImportedFact => !OWN_RULES.some((each) => each === name),
);
const SCHEMAS = {
  line: limitedText,
  text: longText,
  year: () => year,
  wholeNumber: (max: number, unit?: string) =>
    wholeNumber(0, max, unit && `must be a number of ${unit}`),
};
type ImportedShape = {
  [Name in ImportedFact]: z.ZodType<FilmColumnValue<Name> | null>;
};
const importedFacts = Object.fromEntries(
  IMPORTED_FACTS.map((name) => {
    const field = FILM_FIELDS[name];
    const unit = 'unit' in field ? field.unit : undefined;
    return [name, optional(SCHEMAS[field.kind](field.max, unit))];
  }),
) as unknown as ImportedShape;

export const MovieRow = z.object({
  ref: nonEmptyText(),
  movieKey: optional(
    limitedText(40).regex(/^[A-Za-z0-9_-]{6,40}$/, 'must be 6 to 40 letters, digits, - or _'),
  ),
  movieName: nonEmptyText(FILM_FIELDS.movieName.max),
  movieNameEn: optional(limitedText(FILM_FIELDS.movieNameEn.max)),
  movieType: z.enum(MOVIE_TYPES, `must be one of ${MOVIE_TYPES.join(', ')}`),
  primaryLanguage: filterValue(FILM_FIELDS.primaryLanguage.max),
  movieDescription: optional(longText(FILM_FIELDS.movieDescriptionOwn.max)),
  movieDescriptionEn: optional(longText(FILM_FIELDS.movieDescription.max)),
  ...importedFacts,
  ticketRate: rupees,
  releaseDate: optional(importDate),
  streamingStartDate: optional(importDate),
  genres: optional(uniqueList(filterValue(FILM_FIELDS.genres.max))),
  cast: optional(
    z
      .array(
        z.object({
          actorName: nonEmptyText(),
          actorRole: nonEmptyText(),
          image: optional(mediaName),
        }),
        'must be a list',
      )
      .max(500, 'must have 500 entries at most'),
  ),
  // Chosen: the field `lockup` (the film's title as a picture) is ignored; no screen shows it.
  poster: optional(mediaName),
  banner: optional(mediaName),
  trailer: optional(mediaName),
  teaser: optional(mediaName),
  package: optional(mediaName),
  active: orDefault(z.enum(ACTIVE, 'must be Y or N'), 'Y'),
});
export type MovieRow = z.infer<typeof MovieRow>;

export const UserRow = z.object({
  ref: nonEmptyText(),
  mobile: z
    .string()
    .regex(/^\d+$/, 'must be digits, with the country code')
    .refine(
      (value) =>
        value.startsWith(DOMESTIC_DIAL_CODE) &&
        isDomesticMobile(value.slice(DOMESTIC_DIAL_CODE.length)),
      `must be ${DOMESTIC_DIAL_CODE} and a mobile number`,
    ),
  firstName: optional(limitedText(100)),
  lastName: optional(limitedText(100)),
  emailId: optional(
    z.email('must be an e-mail address').max(200, 'must have 200 characters at most'),
  ),
  gender: optional(Gender),
  roles: optional(z.array(nonEmptyText(60))),
});
export type UserRow = z.infer<typeof UserRow>;

export const CollectionRow = z.object({
  name: nonEmptyText(),
  ordering: orDefault(z.number().int(), 0),
  movies: uniqueRefs,
});
export type CollectionRow = z.infer<typeof CollectionRow>;

export const ChannelRow = z.object({
  ref: nonEmptyText(),
  channelName: nonEmptyText(),
  owner: nonEmptyText(),
  image: optional(mediaName),
  movies: optional(uniqueRefs),
});
export type ChannelRow = z.infer<typeof ChannelRow>;

const couponCode = z
  .string('must be a text')
  .overwrite(foldCode)
  .max(...lengthLimit(40));
const couponLimit = wholeNumber(1, 1_000_000_000);

export const CouponRow = z
  .object({
    couponCode: couponCode.min(1, 'must not be empty'),
    couponType: z.enum(COUPON_TYPES, 'must be PERCENTAGE or FIXED'),
    couponValue: rupees,
    validFrom: optional(importDate),
    validUntil: optional(importDate),
    totalLimit: optional(couponLimit),
    viewerLimit: optional(couponLimit),
    movies: optional(uniqueRefs.min(1, 'must name a film')),
    batch: optional(nonEmptyText(40)),
  })
  .refine((row) => row.couponType === 'FIXED' || row.couponValue <= 100, {
    path: ['couponValue'],
    message: 'must be 100 at most',
  });
export type CouponRow = z.infer<typeof CouponRow>;

export const ReviewRow = z.object({
  movie: nonEmptyText(),
  user: nonEmptyText(),
  rating: wholeNumber(1, 5),
  reviewComments: longText(5000).min(1, 'must not be empty'),
  hasSpoilers: z.boolean('must be true or false').optional(),
  createdOn: importDate,
});
export type ReviewRow = z.infer<typeof ReviewRow>;

/**
 * The names of the amounts are those of the API. Without `unitPrice`, the order has today's price
 * of its film.
 */
export const OrderRow = z
  .object({
    movie: nonEmptyText(),
    user: nonEmptyText(),
    orderDate: importDate,
    bookingStartTime: importDate,
    couponCode: optional(couponCode),
    // Chosen: no PROCESSING, because a pending payment belongs to its provider.
    paymentStatus: z.enum(
      ['NEW', 'PAID', 'CANCELLED', 'REFUNDED'],
      'must be one of NEW, PAID, CANCELLED, REFUNDED',
    ),
    unitPrice: optional(rupees),
    discountValue: optional(rupees),
    totalTaxValue: optional(rupees),
    totalRoundedValue: optional(rupees),
    paymentMode: optional(limitedText(40)),
    paymentDate: optional(importDate),
    refundDate: optional(importDate),
  })
  .refine(
    ({ unitPrice, discountValue, totalTaxValue, totalRoundedValue }) =>
      unitPrice !== null || (discountValue ?? totalTaxValue ?? totalRoundedValue) === null,
    { path: ['unitPrice'], message: 'must be given with the other amounts' },
  )
  .refine(
    ({ unitPrice, discountValue }) => discountValue === null || discountValue <= (unitPrice ?? 0),
    {
      path: ['discountValue'],
      message: 'must not be above unitPrice',
    },
  )
  .refine(
    ({ paymentDate, paymentStatus }) =>
      paymentDate === null || ['PAID', 'REFUNDED'].includes(paymentStatus),
    {
      path: ['paymentDate'],
      message: 'is only for PAID and REFUNDED',
    },
  )
  .refine(({ refundDate, paymentStatus }) => refundDate === null || paymentStatus === 'REFUNDED', {
    path: ['refundDate'],
    message: 'is only for REFUNDED',
  });
export type OrderRow = z.infer<typeof OrderRow>;

export const PageRow = z.object({
  name: z.enum(PAGE_NAMES, `must be one of ${PAGE_NAMES.join(', ')}`),
  pageContent: longText(200_000),
});
export type PageRow = z.infer<typeof PageRow>;

export const REQUIRED_MOVIE_FIELDS = Object.entries(MovieRow.shape)
  .filter(([, schema]) => !schema.safeParse(undefined).success)
  .map(([name]) => name);

/** The keys of the rows. `lockup` is ignored. */
export const ROW_KEYS: Record<SectionName, string[]> = {
  users: Object.keys(UserRow.shape),
  movies: [...Object.keys(MovieRow.shape), 'lockup'],
  collections: Object.keys(CollectionRow.shape),
  channels: Object.keys(ChannelRow.shape),
  coupons: Object.keys(CouponRow.shape),
  reviews: Object.keys(ReviewRow.shape),
  orders: Object.keys(OrderRow.shape),
  pages: Object.keys(PageRow.shape),
};

export function faultsOf(error: z.ZodError, row: unknown): RowFault[] {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return [plainFault('it is not an object')];
  return error.issues.map((issue) => faultOf(issue, row));
}

function faultOf({ path, message }: z.core.$ZodIssue, row: object): RowFault {
  const value = path.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key],
    row,
  );
  const name = path.join('.');
  const column = path.filter((key) => typeof key !== 'number').join('.');
  const problem =
    value === undefined ? 'is missing' : message.startsWith('Invalid') ? 'cannot be read' : message;
  const printable = printableValue(value);
  const [cause, reason] = [
    `${column} ${problem}`,
    [name, printable && `"${printable}"`, problem].filter(Boolean).join(' '),
  ];
  return { reason, cause, value: printable || undefined };
}

const MAX_VALUE_LENGTH = 40;

function printableValue(value: unknown): string | null {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return null;
  const text = String(value);
  return text.length <= MAX_VALUE_LENGTH && !/\p{Cc}/u.test(text) ? text : null;
}
