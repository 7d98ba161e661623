import { and, count, eq, gte, lt, sql, type AnyColumn } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { orders } from '../../db/schema/booking.ts';
import { movies } from '../../db/schema/catalogue.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { refunds } from '../../db/schema/payments.ts';
import { moviePlays } from '../../db/schema/playback.ts';
import { submissionFees } from '../../db/schema/submission.ts';
import { pickColumns } from '../../db/pick-columns.ts';
import { cinemaDayOf } from '../producer/sales/queries.ts';

export interface Span {
  from: Date;
  /** Exclusive. */
  until: Date;
}

const isWithin = (column: AnyColumn, { from, until }: Span) => and(gte(column, from), lt(column, until));

export async function ordersIn(db: Db, span: Span) {
  const [row] = await db
    .select({
      begun: count(),
      cancelled: sql<number>`(count(*) filter (where ${orders.paymentStatus} = 'CANCELLED'))::int`,
      open: sql<number>`(count(*) filter (where ${orders.paymentStatus} in ('NEW', 'PROCESSING')))::int`,
    })
    .from(orders)
    .where(isWithin(orders.orderDate, span));
  return row!;
}

/** Paise, also for tickets charged in another currency. */
export async function salesIn(db: Db, span: Span) {
  const sum = (column: AnyColumn) => sql<number>`coalesce(sum(${column}), 0)::float8`;
  const [row] = await db
    .select({
      paidTickets: sql<number>`(count(*) filter (where ${orders.totalRoundedValue} > 0))::int`,
      freeTickets: sql<number>`(count(*) filter (where ${orders.totalRoundedValue} = 0))::int`,
      price: sum(orders.unitPrice),
      discount: sum(orders.discountValue),
      tax: sum(orders.totalTaxValue),
      received: sum(orders.totalRoundedValue),
    })
    .from(orders)
    .where(isWithin(orders.paidAt, span));
  return row!;
}

export async function refundsIn(db: Db, span: Span) {
  const [row] = await db
    .select({
      tickets: count(),
      sum: sql<number>`coalesce(sum(${orders.totalRoundedValue}), 0)::float8`,
    })
    .from(orders)
    .where(isWithin(orders.refundedAt, span));
  const [unused] = await db
    .select({ count: count() })
    .from(refunds)
    .where(and(eq(refunds.refundsBill, false), isWithin(refunds.askedAt, span)));
  return { ...row!, unusedPayments: unused!.count };
}

/** Started orders, paid and refunded tickets by film and by day in the time zone of the cinema. Paise. */
export const salesByFilmAndDay = (db: Db, { from, until }: Span, movieId: number | undefined) => {
  const day = cinemaDayOf(sql`event.at`);
  const countOf = (kind: string) => sql<number>`(count(*) filter (where event.kind = ${kind}))::int`;
  const sum = (column: AnyColumn, kind: string) =>
    sql<number>`coalesce(sum(${column}) filter (where event.kind = ${kind}), 0)::float8`;
  const events = sql`lateral (values ('begun', ${orders.orderDate}), ('paid', ${orders.paidAt}), ('refunded', ${orders.refundedAt}))
    as event (kind, at)`;
  return db
    .select({
      day,
      ...pickColumns(movies, 'movieId', 'importRef', 'movieKey', 'movieName'),
      orders: countOf('begun'),
      tickets: countOf('paid'),
      received: sum(orders.totalRoundedValue, 'paid'),
      tax: sum(orders.totalTaxValue, 'paid'),
      refunds: countOf('refunded'),
      refunded: sum(orders.totalRoundedValue, 'refunded'),
    })
    .from(orders)
    .innerJoin(movies, eq(movies.movieId, orders.movieId))
    .crossJoin(events)
    .where(
      and(
        sql`event.at >= ${from.toISOString()}::timestamptz and event.at < ${until.toISOString()}::timestamptz`,
        movieId === undefined ? undefined : eq(orders.movieId, movieId),
      ),
    )
    .groupBy(day, movies.movieId)
    .orderBy(day, movies.movieName, movies.movieId);
};

/** Paise. */
export async function feesIn(db: Db, span: Span) {
  const sum = sql<number>`coalesce(sum(${submissionFees.amount}), 0)::float8`;
  const [paid] = await db
    .select({ count: count(), sum })
    .from(submissionFees)
    .where(isWithin(submissionFees.paidAt, span));
  const [returned] = await db.select({ sum }).from(submissionFees).where(isWithin(submissionFees.refundedAt, span));
  return { paid: paid!.count, received: paid!.sum, refunded: returned!.sum };
}

export const signUpsIn = (db: Db, span: Span): Promise<number> => db.$count(users, isWithin(users.createdOn, span));

export async function playsIn(db: Db, span: Span) {
  const [row] = await db
    .select({ plays: count(), viewers: sql<number>`count(distinct ${moviePlays.userId})::int` })
    .from(moviePlays)
    .where(isWithin(moviePlays.playStartTime, span));
  return row!;
}

const documentField = (name: string) => sql`(${invoices.document} ->> '${sql.raw(name)}')`;
const sumOf = (name: string) => sql<number>`sum(${documentField(name)}::bigint)::float8`;
const taxable = sql<number>`sum((
  select sum((line ->> 'taxable')::bigint) from jsonb_array_elements(${invoices.document} -> 'lines') line))::float8`;

/** Invoices and credit notes of a month (`2026-11`) as issued, grouped for a GST return. Paise. */
export const taxTotalsIn = (db: Db, month: string) =>
  db
    .select({
      kind: invoices.kind,
      placeOfSupply: sql<string>`${documentField('placeOfSupply')}`,
      supply: sql<string>`${documentField('supply')}`,
      rate: sql<number>`${documentField('taxPercent')}::float8`,
      count: count(),
      taxable,
      cgst: sumOf('cgst'),
      sgst: sumOf('sgst'),
      utgst: sumOf('utgst'),
      igst: sumOf('igst'),
      roundOff: sumOf('roundOff'),
      total: sumOf('total'),
    })
    .from(invoices)
    .where(and(sql`${invoices.kind} in ('invoice', 'credit-note')`, sql`${documentField('date')} like ${`${month}-%`}`))
    .groupBy(invoices.kind, documentField('placeOfSupply'), documentField('supply'), documentField('taxPercent'))
    .orderBy(sql`${invoices.kind} desc`, documentField('placeOfSupply'), documentField('taxPercent'));

/** The first and last number of each series, and their count. */
export const invoiceNumbersIn = (db: Db, month: string) =>
  db
    .select({
      kind: invoices.kind,
      from: sql<string>`min(${invoices.invoiceNo})`,
      to: sql<string>`max(${invoices.invoiceNo})`,
      count: count(),
    })
    .from(invoices)
    .where(and(sql`${invoices.kind} in ('invoice', 'credit-note')`, sql`${documentField('date')} like ${`${month}-%`}`))
    .groupBy(invoices.kind, sql`split_part(${invoices.invoiceNo}, '/', 1)`)
    .orderBy(sql`${invoices.kind} desc`, sql`min(${invoices.invoiceNo})`);
