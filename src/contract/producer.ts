import { z } from 'zod';
import { PAGE_SIZES } from '#domain/limits.ts';
import { PRODUCER } from '#domain/roles.ts';
import { PaymentStatus } from './booking.ts';
import { Id, WireDate } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';

const forProducer = { service: 'ott', auth: 'token', method: 'GET', role: PRODUCER, status: 200 } as const;
const MovieId = z.object({ movieId: Id });

export const Channel = z.object({
  channelId: z.number(),
  channelName: z.string(),
  channelImage: z.string().nullable(),
});
export type Channel = z.infer<typeof Channel>;

export const myChannels = endpoint({
  ...forProducer,
  path: '/mychannels',
  summary: 'The producer’s own channels',
  query: pageQuery({ base: 0, size: PAGE_SIZES.producer, sortable: ['createdOn', 'channelName'] }),
  reply: pageOf(Channel),
});

export const ChannelMovie = z.object({
  movieId: z.number(),
  movieName: z.string(),
  movieNameEn: z.string().nullable(),
  image: z.string().nullable(),
  posterGel: z.string().nullable(),
  primaryLanguage: z.string(),
});
export type ChannelMovie = z.infer<typeof ChannelMovie>;

export const ChannelMovies = pageOf(ChannelMovie).extend({ channel: Channel });
export const myChannelMovies = endpoint({
  ...forProducer,
  path: '/mychannelmovies/:channelId',
  summary: 'The films of an own channel, and the channel itself',
  params: z.object({ channelId: Id }),
  query: pageQuery({ base: 0, size: PAGE_SIZES.producer, sortable: ['movieId', 'movieName'] }),
  reply: ChannelMovies,
});

/** Spec §3 "Producer order view": never who bought. */
export const ProducerOrder = z.object({
  movieOrderId: z.number(),
  orderDate: WireDate,
  orderSource: z.string(),
  orderCountry: z.string().nullable(),
  transactionCurrencyCode: z.string(),
  orderMovie: z.object({ ticketRate: z.number() }),
  totalTaxValue: z.number(),
  discountValue: z.number(),
  totalRoundedValue: z.number(),
  paymentStatus: PaymentStatus,
});
export type ProducerOrder = z.infer<typeof ProducerOrder>;

export const movieOrders = endpoint({
  ...forProducer,
  path: '/movieorders/:movieId',
  summary: `The orders of an own film, at most ${PAGE_SIZES.producerJsonMax} a page; \`Accept: text/csv\` streams all of them`,
  params: MovieId,
  query: pageQuery({
    base: 0,
    size: PAGE_SIZES.producer,
    sortable: ['orderDate'],
    // Spec §7: a browser asks the CSV export with this size. As JSON the server answers 422 above `producerJsonMax`.
    maxSize: PAGE_SIZES.csvExport,
  }),
  reply: pageOf(ProducerOrder),
});

export const movieInfo = endpoint({
  ...forProducer,
  path: '/movieinfo',
  summary: 'An own film, by its id',
  query: z.object({ movie: Id }),
  reply: z.object({
    movieId: z.number(),
    movieName: z.string(),
    movieNameEn: z.string().nullable(),
    primaryLanguage: z.string(),
    moviePoster: z.string().nullable(),
    posterGel: z.string().nullable(),
    active: z.enum(['Y', 'N']),
    streamingStartDate: WireDate.nullable(),
  }),
});

// ---------- beyond the specification: figures and statements ----------

/** `2026-11-21`, by the clock of the house (India). */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** `2026-11` */
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** How a film sells and is watched. Money in rupees before GST. */
export const MovieSales = z.object({
  paidOrders: z.number().int(),
  salesBeforeGst: z.number(),
  countries: z.number().int(),
  /** Every day of the span, without gaps. `minutesWatched` counts by the play records. */
  days: z.array(
    z.object({
      day: Day,
      paidOrders: z.number().int(),
      salesBeforeGst: z.number(),
      plays: z.number().int(),
      minutesWatched: z.number(),
    }),
  ),
});
export type MovieSales = z.infer<typeof MovieSales>;
export const movieSales = endpoint({
  ...forProducer,
  path: '/moviesales/:movieId',
  summary: 'Sales and viewing of an own film by day',
  params: MovieId,
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(14) }),
  reply: MovieSales,
});

const Paise = z.number().int();
/** Sums over tickets, in paise; on the line of what was returned they are negative. */
export const StatementSums = z.object({
  tickets: z.number().int(),
  price: Paise,
  discount: Paise,
  /** price − discount */
  taxable: Paise,
  gst: Paise,
  roundOff: Paise,
  /** What viewers paid: taxable + gst + roundOff. */
  received: Paise,
  gatewayFee: Paise,
  platformShare: Paise,
  /** taxable − gatewayFee − platformShare */
  producerShare: Paise,
});
export type StatementSums = z.infer<typeof StatementSums>;

/** A film's month. What was sold in it, what was returned in it, and both together; a past month never changes. */
export const Statement = z.object({
  movieId: z.number(),
  movieName: z.string(),
  movieNameEn: z.string().nullable(),
  primaryLanguage: z.string(),
  month: Month,
  /** The month is not over: figures will grow. */
  isOpen: z.boolean(),
  currency: z.literal('INR'),
  sold: StatementSums,
  returned: StatementSums,
  total: StatementSums,
  /** The shares of the house that occur in it, in percent. */
  platformSharePercents: z.array(z.number()),
  /** How many tickets’ gateway fee the provider has not told, so that it was reckoned by the house’s setting. */
  estimatedFees: z.number().int(),
  days: z.array(z.object({ day: Day, sums: StatementSums })),
});
export type Statement = z.infer<typeof Statement>;

export const statementMonths = endpoint({
  ...forProducer,
  path: '/statements/:movieId',
  summary: 'The months for which an own film has a statement, newest first',
  params: MovieId,
  reply: z.object({
    content: z.array(z.object({ month: Month, isOpen: z.boolean(), tickets: z.number().int(), producerShare: Paise })),
  }),
});
export const statement = endpoint({
  ...forProducer,
  path: '/statements/:movieId/:month',
  summary: 'The statement of an own film for a month; `Accept` chooses application/pdf, text/csv or JSON',
  params: z.object({ movieId: Id, month: Month }),
  reply: Statement,
});
