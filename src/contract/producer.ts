import { z } from 'zod';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { PRODUCER_SALES_DAYS, SALES_DAYS_MAX } from '#domain/limits/producer.ts';
import { PRODUCER } from '#domain/roles.ts';
import { STATEMENT_FIELDS, type StatementField } from '#domain/statement.ts';
import { PaymentStatus } from './booking.ts';
import { Paise, Rupees } from './money.ts';
import { Id, Movie, WireDate } from './catalogue.ts';
import { endpoint, VIEWER_GET } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';

const PRODUCER_GET = { ...VIEWER_GET, role: PRODUCER } as const;
const MovieId = z.object({ movieId: Id });
const {
  movieId,
  movieKey,
  movieName,
  movieNameEn,
  primaryLanguage,
  image,
  moviePoster,
  posterGel,
} = Movie.shape;

export const Channel = z.object({
  channelId: z.number(),
  channelName: z.string(),
  channelImage: z.string().nullable(),
});
export type Channel = z.infer<typeof Channel>;

export const myChannels = endpoint(PRODUCER_GET, '/mychannels', {
  summary: 'List the producer’s channels',
  query: pageQuery({ base: 0, size: PAGE_SIZES.producer, sortable: ['createdOn', 'channelName'] }),
  reply: pageOf(Channel),
});

export const ChannelMovie = z.object({
  movieId,
  movieName,
  movieNameEn,
  image,
  posterGel,
  primaryLanguage,
});
export type ChannelMovie = z.infer<typeof ChannelMovie>;

const ChannelMovies = pageOf(ChannelMovie).extend({ channel: Channel });
export const myChannelMovies = endpoint(PRODUCER_GET, '/mychannelmovies/:channelId', {
  summary: 'List the films of a channel, with the channel',
  errors: ['channel_not_found'],
  params: z.object({ channelId: Id }),
  query: pageQuery({ base: 0, size: PAGE_SIZES.producer, sortable: ['movieId', 'movieName'] }),
  reply: ChannelMovies,
});

/** Spec §3 "Producer order view": nothing about the buyer. */
export const ProducerOrder = z.object({
  movieOrderId: z.number(),
  orderDate: WireDate,
  orderSource: z.string(),
  orderCountry: z.string().nullable(),
  transactionCurrencyCode: z.string(),
  orderMovie: z.object({ ticketRate: Rupees }),
  totalTaxValue: Rupees,
  discountValue: Rupees,
  totalRoundedValue: Rupees,
  paymentStatus: PaymentStatus,
});
export type ProducerOrder = z.infer<typeof ProducerOrder>;

export const movieOrders = endpoint(PRODUCER_GET, '/movieorders/:movieId', {
  summary: `List the orders of a film, at most ${PAGE_SIZES.producerJsonMax} a page; \`Accept: text/csv\` streams all`,
  errors: ['movie_not_found'],
  params: MovieId,
  query: pageQuery({
    base: 0,
    size: PAGE_SIZES.producer,
    sortable: ['orderDate'],
    // Spec §7: the CSV export is requested with this size. JSON above `producerJsonMax` is 422.
    maxSize: PAGE_SIZES.csvExport,
  }),
  reply: pageOf(ProducerOrder),
});

export const movieInfo = endpoint(PRODUCER_GET, '/movieinfo', {
  summary: 'Get a film of the producer by its id',
  errors: ['movie_not_found'],
  query: z.object({ movie: Id }),
  reply: z.object({
    movieId,
    movieKey,
    movieName,
    movieNameEn,
    primaryLanguage,
    moviePoster,
    posterGel,
    active: Movie.shape.active,
    streamingStartDate: Movie.shape.streamingStartDate,
  }),
});

// ---------- sales and statements (not in the specification) ----------

/** `2026-11-21`, in the cinema’s time zone (India). */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** Money is in rupees before GST. */
export const MovieSales = z.object({
  paidOrders: z.number().int(),
  salesBeforeGst: Rupees,
  /** Count of the buyers' countries. */
  countries: z.number().int(),
  /** Every day, without gaps. `minutesWatched` comes from the play records. */
  days: z.array(
    z.object({
      day: Day,
      paidOrders: z.number().int(),
      salesBeforeGst: Rupees,
      plays: z.number().int(),
      minutesWatched: z.number(),
    }),
  ),
});
export type MovieSales = z.infer<typeof MovieSales>;
export const movieSales = endpoint(PRODUCER_GET, '/moviesales/:movieId', {
  summary: 'Get the sales and plays of a film by day',
  errors: ['movie_not_found'],
  params: MovieId,
  query: z.object({ days: z.coerce.number().int().min(1).max(SALES_DAYS_MAX).default(14) }),
  reply: MovieSales,
});

/**
 * How visitors came to the film page, by the label in their link (`?from=`). Most tickets first.
 */
export const MovieSources = z.object({
  /** The last day is today. */
  firstDay: Day,
  lastDay: Day,
  /** `other`: also visits with labels beyond the first fifty of a day. */
  sources: z.array(
    z.object({ linkSource: z.string(), visits: z.number().int(), paidOrders: z.number().int() }),
  ),
  /** Paid orders of buyers who came without a label. Their visits are not counted. */
  paidOrdersWithoutSource: z.number().int(),
});
export type MovieSources = z.infer<typeof MovieSources>;
export const movieSources = endpoint(PRODUCER_GET, '/moviesources/:movieId', {
  summary:
    'Get the visits and paid orders of a film by the label in the link; `Accept` chooses text/csv or JSON',
  errors: ['movie_not_found'],
  params: MovieId,
  query: z.object({
    days: z.coerce.number().int().min(1).max(SALES_DAYS_MAX).default(PRODUCER_SALES_DAYS),
  }),
  reply: MovieSources,
});

/** Sums over tickets (`tickets`: a count); negative for returned tickets. */
const StatementSums = z.object(
  Object.fromEntries(STATEMENT_FIELDS.map((field) => [field, Paise])) as Record<
    StatementField,
    typeof Paise
  >,
);

/** Tickets sold less tickets returned. Amounts are in minor units of the currency: paise. */
const SalesSum = z.object({
  currency: z.string(),
  tickets: z.number().int(),
  salesBeforeGst: z.number().int(),
  producerShare: z.number().int(),
});
export type SalesSum = z.infer<typeof SalesSum>;

/** One sum for each currency of the orders, the cinema's currency first. */
const SalesPeriod = z.object({ plays: z.number().int(), sales: z.array(SalesSum) });
export type SalesPeriod = z.infer<typeof SalesPeriod>;
/** The last week ends today. */
const SalesWithWeeks = SalesPeriod.extend({ lastWeek: SalesPeriod, weekBefore: SalesPeriod });

export const ProducerSales = SalesWithWeeks.extend({
  /** Every day, without gaps, until today. */
  days: z.array(SalesPeriod.extend({ day: Day })),
  /** Best sales first; `channelId` is the first of the film's channels. */
  movies: z.array(SalesWithWeeks.extend({ ...ChannelMovie.shape, channelId: z.number() })),
  /** Count of all films, also of those beyond the listed ones. */
  movieCount: z.number().int(),
});
export type ProducerSales = z.infer<typeof ProducerSales>;
export const mySales = endpoint(PRODUCER_GET, '/mysales', {
  summary: `Get tickets, sales, share and plays of all films of the producer in the last ${PRODUCER_SALES_DAYS} days`,
  reply: ProducerSales,
});

/**
 * Sales and returns of a film in a month. `isOpen`: the month is not over. A past month changes
 * only if a provider reports its fee late; `approval` keeps the share that was approved.
 */
export const Statement = z.object({
  movieId,
  movieName,
  movieNameEn,
  primaryLanguage,
  month: Month,
  isOpen: z.boolean(),
  /**
   * Null until the cinema approves the amounts. `paidOn` and `paymentReference` are null until it
   * has paid the share.
   */
  approval: z
    .object({
      approvedOn: Day,
      producerShare: Paise,
      paidOn: Day.nullable(),
      paymentReference: z.string().nullable(),
    })
    .nullable(),
  currency: z.literal('INR'),
  sold: StatementSums,
  returned: StatementSums,
  total: StatementSums,
  /** Each platform share that applied in this month. */
  platformSharePercents: z.array(z.number()),
  /** Count of tickets whose gateway fee is estimated from GATEWAY_FEE_PERCENT. */
  estimatedFees: z.number().int(),
  days: z.array(z.object({ day: Day, sums: StatementSums })),
});
export type Statement = z.infer<typeof Statement>;

export const statementMonths = endpoint(PRODUCER_GET, '/statements/:movieId', {
  summary: 'List the months with a statement of a film, newest first',
  errors: ['movie_not_found'],
  params: MovieId,
  reply: z.object({
    content: z.array(
      z.object({
        month: Month,
        isOpen: z.boolean(),
        tickets: z.number().int(),
        producerShare: Paise,
      }),
    ),
  }),
});
export const statement = endpoint(PRODUCER_GET, '/statements/:movieId/:month', {
  summary:
    'Get the statement of a film for a month; `Accept` chooses application/pdf, text/csv or JSON',
  errors: ['movie_not_found', 'statement_not_found'],
  params: z.object({ movieId: Id, month: Month }),
  reply: Statement,
});
