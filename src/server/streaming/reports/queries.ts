import {
  and,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  sql,
  type AnyColumn,
  type SQL,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Paise } from '#domain/pricing.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { orders } from '../../db/schema/booking.ts';
import { movies } from '../../db/schema/catalogue.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { partRefunds, refunds } from '../../db/schema/payments.ts';
import { moviePlays } from '../../db/schema/playback.ts';
import { submissionFees } from '../../db/schema/submission.ts';
import { pickColumns } from '../../db/pick-columns.ts';
import { one } from '../../db/one.ts';

export interface Span {
  from: Date;
  /** Exclusive. */
  until: Date;
}

const isWithin = (column: AnyColumn, { from, until }: Span) =>
  and(gte(column, from), lt(column, until));

export async function ordersIn(db: Db, span: Span) {
  return one(
    await db
      .select({
        started: count(),
        cancelled: sql<number>`(count(*) filter (where ${orders.paymentStatus} = 'CANCELLED'))::int`,
        open: sql<number>`(count(*) filter (where ${orders.paymentStatus} in ('NEW', 'PROCESSING')))::int`,
      })
      .from(orders)
      .where(isWithin(orders.orderDate, span)),
  );
}

/** Paise, also for tickets charged in another currency. */
export async function salesIn(db: Db, span: Span) {
  const sum = (column: AnyColumn) => sql<Paise>`coalesce(sum(${column}), 0)::float8`;
  return one(
    await db
      .select({
        paidTickets: sql<number>`(count(*) filter (where ${orders.totalRoundedValue} > 0))::int`,
        freeTickets: sql<number>`(count(*) filter (where ${orders.totalRoundedValue} = 0))::int`,
        price: sum(orders.unitPrice),
        discount: sum(orders.discountValue),
        tax: sum(orders.totalTaxValue),
        received: sum(orders.totalRoundedValue),
      })
      .from(orders)
      .where(isWithin(orders.paidAt, span)),
  );
}

/**
 * What the last return of an order or fee brought back: the parts before it have dates of their
 * own.
 */
const lastReturn = ({ total, parts }: { total: AnyColumn; parts: AnyColumn }) =>
  sql`(${total} - ${parts})`;
const lastOrderReturn = lastReturn({
  total: orders.totalRoundedValue,
  parts: orders.partRefundedValue,
});

/** `tickets`: those that ended. `parts`: returns of a part, whose tickets stayed valid. */
export async function refundsIn(db: Db, span: Span) {
  const row = one(
    await db
      .select({
        tickets: count(),
        sum: sql<Paise>`coalesce(sum(${lastOrderReturn}), 0)::float8`,
      })
      .from(orders)
      .where(isWithin(orders.refundedAt, span)),
  );
  const parts = await partRefundsIn(db, span, isNotNull(partRefunds.movieOrderId));
  const unused = one(
    await db
      .select({ count: count() })
      .from(refunds)
      .where(and(eq(refunds.refundsBill, false), isWithin(refunds.askedAt, span))),
  );
  return {
    tickets: row.tickets,
    parts: parts.count,
    sum: row.sum + parts.sum,
    unusedPayments: unused.count,
  };
}

async function partRefundsIn(db: Db, span: Span, ofBills: SQL) {
  const [row] = await db
    .select({ count: count(), sum: sql<Paise>`coalesce(sum(${partRefunds.value}), 0)::float8` })
    .from(partRefunds)
    .where(and(isWithin(partRefunds.returnedAt, span), ofBills));
  return row ?? { count: 0, sum: 0 };
}

type OrderEvent = 'orderDate' | 'paidAt' | 'refundedAt';

/**
 * Orders that were started, paid or refunded in the span, by film and day. Each event has an index
 * of its own.
 */
const eventsIn = ({
  db,
  event,
  span,
  movieId,
}: {
  db: Db;
  event: OrderEvent;
  span: Span;
  movieId: number | undefined;
}) => {
  const is = (wanted: OrderEvent) => sql.raw(event === wanted ? '1' : '0');
  const countIf = (wanted: OrderEvent) => sql<number>`count(*)::int * ${is(wanted)}`;
  const sumIf = (wanted: OrderEvent, column: AnyColumn | SQL) =>
    sql<number>`sum(${column})::float8 * ${is(wanted)}`;
  return db
    .select({
      day: sql<string>`(${orders[event]} at time zone ${sql.raw(`'${CINEMA_ZONE}'`)})::date`.as(
        'day',
      ),
      movieId: orders.movieId,
      orders: countIf('orderDate').as('orders'),
      tickets: countIf('paidAt').as('tickets'),
      received: sumIf('paidAt', orders.totalRoundedValue).as('received'),
      tax: sumIf('paidAt', orders.totalTaxValue).as('tax'),
      refunds: countIf('refundedAt').as('refunds'),
      refunded: sumIf('refundedAt', lastOrderReturn).as('refunded'),
    })
    .from(orders)
    .where(
      and(
        isWithin(orders[event], span),
        movieId === undefined ? undefined : eq(orders.movieId, movieId),
      ),
    )
    .groupBy(sql`1`, orders.movieId);
};

/** Parts of tickets that went back in the span. They are no refunded tickets. */
const partReturnsIn = (db: Db, span: Span, movieId: number | undefined) =>
  db
    .select({
      day: sql<string>`(${partRefunds.returnedAt} at time zone ${sql.raw(`'${CINEMA_ZONE}'`)})::date`.as(
        'day',
      ),
      movieId: orders.movieId,
      orders: sql<number>`0`.as('orders'),
      tickets: sql<number>`0`.as('tickets'),
      received: sql<Paise>`0::float8`.as('received'),
      tax: sql<Paise>`0::float8`.as('tax'),
      refunds: sql<number>`0`.as('refunds'),
      refunded: sql<Paise>`sum(${partRefunds.value})::float8`.as('refunded'),
    })
    .from(partRefunds)
    .innerJoin(orders, eq(orders.movieOrderId, partRefunds.movieOrderId))
    .where(
      and(
        isWithin(partRefunds.returnedAt, span),
        movieId === undefined ? undefined : eq(orders.movieId, movieId),
      ),
    )
    .groupBy(sql`1`, orders.movieId);

const salesEvents = (db: Db, span: Span, movieId: number | undefined) =>
  unionAll(
    eventsIn({ db, event: 'orderDate', span, movieId }),
    eventsIn({ db, event: 'paidAt', span, movieId }),
    eventsIn({ db, event: 'refundedAt', span, movieId }),
    partReturnsIn(db, span, movieId),
  ).as('event');

export const SALES_FIELDS = [
  'orders',
  'tickets',
  'received',
  'tax',
  'refunds',
  'refunded',
] as const;
export type SalesSums = Record<(typeof SALES_FIELDS)[number], number>;

const sumsOf = (toSql: (field: (typeof SALES_FIELDS)[number]) => SQL<number>) =>
  Object.fromEntries(SALES_FIELDS.map((field) => [field, toSql(field)])) as Record<
    (typeof SALES_FIELDS)[number],
    SQL<number>
  >;

interface SalesFilter {
  span: Span;
  movieId: number | undefined;
}

interface RowRange {
  offset: number;
  limit: number;
}

export interface DaySales extends SalesSums {
  day: string;
  /** Films with an order that was started, paid or refunded. */
  films: number;
}

/**
 * Started orders, paid and refunded tickets by day in the time zone of the cinema, oldest first.
 * Paise.
 */
export function salesByDay(db: Db, { span, movieId }: SalesFilter): Promise<DaySales[]> {
  const event = salesEvents(db, span, movieId);
  return db
    .select({
      day: sql<string>`to_char(${event.day}, 'YYYY-MM-DD')`,
      films: sql<number>`count(distinct ${event.movieId})::int`,
      ...sumsOf((field) => sql`sum(${event[field]})::float8`),
    })
    .from(event)
    .groupBy(event.day)
    .orderBy(event.day);
}

/**
 * Started orders, paid and refunded tickets by film and by day in the time zone of the cinema.
 * Paise.
 */
export const salesByFilmAndDay = (
  db: Db,
  { span, movieId }: SalesFilter,
  { offset, limit }: RowRange,
) => {
  const event = salesEvents(db, span, movieId);
  return db
    .select({
      day: sql<string>`to_char(${event.day}, 'YYYY-MM-DD')`,
      ...pickColumns(movies, 'movieId', 'importRef', 'movieKey', 'movieName'),
      ...sumsOf((field) => sql`sum(${event[field]})::float8`),
    })
    .from(event)
    .innerJoin(movies, eq(movies.movieId, event.movieId))
    .groupBy(event.day, movies.movieId)
    .orderBy(event.day, movies.movieName, movies.movieId)
    .offset(offset)
    .limit(limit);
};

/** Paise. */
export async function feesIn(db: Db, span: Span) {
  const sum = sql<Paise>`coalesce(sum(${submissionFees.amount}), 0)::float8`;
  const paid = one(
    await db
      .select({ count: count(), sum })
      .from(submissionFees)
      .where(isWithin(submissionFees.paidAt, span)),
  );
  const lastFeeReturn = lastReturn({
    total: submissionFees.amount,
    parts: submissionFees.partRefundedValue,
  });
  const returned = one(
    await db
      .select({ sum: sql<Paise>`coalesce(sum(${lastFeeReturn}), 0)::float8` })
      .from(submissionFees)
      .where(isWithin(submissionFees.refundedAt, span)),
  );
  const parts = await partRefundsIn(db, span, isNotNull(partRefunds.feeId));
  return { paid: paid.count, received: paid.sum, refunded: returned.sum + parts.sum };
}

export const signUpsIn = (db: Db, span: Span): Promise<number> =>
  db.$count(users, isWithin(users.createdOn, span));

export async function playsIn(db: Db, span: Span) {
  return one(
    await db
      .select({ plays: count(), viewers: sql<number>`count(distinct ${moviePlays.userId})::int` })
      .from(moviePlays)
      .where(isWithin(moviePlays.playStartTime, span)),
  );
}

const documentField = (name: string) => sql`(${invoices.document} ->> '${sql.raw(name)}')`;
const isTaxDocumentIn = (span: Span) =>
  and(inArray(invoices.kind, ['invoice', 'credit-note']), isWithin(invoices.issuedAt, span));

const TAX_HEADS = ['cgst', 'sgst', 'utgst', 'igst'] as const;
const TAX_SUMS = [...TAX_HEADS, 'roundOff', 'total'] as const;

/** The figures of each document. Without `offset`, PostgreSQL would sort whole documents. */
const issuedIn = (db: Db, span: Span) =>
  db
    .select({
      kind: invoices.kind,
      placeOfSupply: sql<string>`${documentField('placeOfSupply')}`.as('place_of_supply'),
      supply: sql<string>`${documentField('supply')}`.as('supply'),
      rate: sql<string>`${documentField('taxPercent')}`.as('rate'),
      ...(Object.fromEntries(
        TAX_SUMS.map((name) => [name, sql`${documentField(name)}::bigint`.as(`sum_${name}`)]),
      ) as Record<(typeof TAX_SUMS)[number], SQL.Aliased<number>>),
    })
    .from(invoices)
    .where(isTaxDocumentIn(span))
    .offset(0)
    .as('issued');

/** Invoices and credit notes as issued, grouped for a GST return. Paise. */
export const taxTotalsIn = (db: Db, span: Span) => {
  const issued = issuedIn(db, span);
  const sum = (column: SQL.Aliased<number>) => sql<number>`sum(${column})::float8`;
  return db
    .select({
      kind: issued.kind,
      placeOfSupply: issued.placeOfSupply,
      supply: issued.supply,
      rate: sql<number>`${issued.rate}::float8`,
      count: count(),
      // The total of a document is its taxable value, its taxes and its round-off (taxedPrice in
      // #domain/gst.ts).
      taxable: sql<number>`sum(${issued.total} - ${issued.roundOff} - ${sql.join(
        TAX_HEADS.map((head) => issued[head]),
        sql` - `,
      )})::float8`,
      cgst: sum(issued.cgst),
      sgst: sum(issued.sgst),
      utgst: sum(issued.utgst),
      igst: sum(issued.igst),
      roundOff: sum(issued.roundOff),
      total: sum(issued.total),
    })
    .from(issued)
    .groupBy(issued.kind, issued.placeOfSupply, issued.supply, issued.rate)
    .orderBy(desc(issued.kind), issued.placeOfSupply, issued.rate);
};

/** The first and last number of each series, and their count. */
export const invoiceNumbersIn = (db: Db, span: Span) =>
  db
    .select({
      kind: invoices.kind,
      from: sql<string>`min(${invoices.invoiceNo})`,
      to: sql<string>`max(${invoices.invoiceNo})`,
      count: count(),
    })
    .from(invoices)
    .where(isTaxDocumentIn(span))
    .groupBy(invoices.kind, sql`split_part(${invoices.invoiceNo}, '/', 1)`)
    .orderBy(sql`${invoices.kind} desc`, sql`min(${invoices.invoiceNo})`);
