import { toPaise, toRupees } from '#domain/pricing.ts';
import type { Deps } from '../../deps.ts';
import { callName, filmOf } from '../catalogue/manage/found.ts';
import {
  feesIn,
  numbersIn,
  ordersIn,
  playsIn,
  refundsIn,
  salesByFilmAndDay,
  salesIn,
  signUpsIn,
  type Span,
  taxedIn,
} from './queries.ts';

/** What a day brought, by the clock of the house. Sums in rupees. */
export async function reportDay({ db }: Deps, day: string) {
  const span = daySpan(day);
  const sales = await salesIn(db, span);
  const refunds = await refundsIn(db, span);
  const fees = await feesIn(db, span);
  const { begun, cancelled, open } = await ordersIn(db, span);
  const { plays, viewers } = await playsIn(db, span);
  return {
    day,
    ordersBegun: begun,
    ordersCancelled: cancelled,
    ordersOpen: open,
    ticketsPaid: sales.tickets,
    ticketsFree: sales.free,
    price: toRupees(sales.price),
    discount: toRupees(sales.discount),
    gst: toRupees(sales.tax),
    received: toRupees(sales.received),
    ticketsRefunded: refunds.tickets,
    refunded: toRupees(refunds.sum),
    paymentsReturnedWithoutTicket: refunds.withoutTicket,
    net: toRupees(sales.received - refunds.sum),
    feesPaid: fees.paid,
    fees: toRupees(fees.received),
    feesRefunded: toRupees(fees.refunded),
    signUps: await signUpsIn(db, span),
    plays,
    viewers,
  };
}

export interface SalesRow {
  day: string;
  /** By which commands name it. */
  film: string;
  movieName: string;
  /** Begun on this day. */
  orders: number;
  /** Paid on this day; some cost nothing. */
  tickets: number;
  gross: number;
  /** GST within the gross. */
  tax: number;
  refunds: number;
  refunded: number;
  net: number;
}

const SALES = ['orders', 'tickets', 'gross', 'tax', 'refunds', 'refunded', 'net'] as const;
export type Sales = Pick<SalesRow, (typeof SALES)[number]>;

/**
 * What each film sold on each day from `from` to `to`, both included, by the clock of the cinema; in rupees. Its days add up to
 * those of reportDay. Throws film_unknown.
 */
export async function reportSales(
  { db }: Deps,
  { from, to, film }: { from: string; to: string; film?: string | undefined },
) {
  const movieId = film === undefined ? undefined : (await filmOf(db, film)).movieId;
  const span = { from: daySpan(from).from, until: daySpan(to).until };
  const rows = (await salesByFilmAndDay(db, span, movieId)).map((row): SalesRow => ({
    day: row.day,
    film: callName(row),
    movieName: row.movieName,
    orders: row.orders,
    tickets: row.tickets,
    gross: toRupees(row.received),
    tax: toRupees(row.tax),
    refunds: row.refunds,
    refunded: toRupees(row.refunded),
    net: toRupees(row.received - row.refunded),
  }));
  return { from, to, rows, total: totalOf(rows) };
}

/** Added up in paise: sums of rupees with decimals drift. */
const totalOf = (rows: SalesRow[]): Sales =>
  Object.fromEntries(
    SALES.map((name) => [name, toRupees(rows.reduce((sum, row) => sum + toPaise(row[name]), 0))]),
  ) as Sales;

const daySpan = (day: string): Span => {
  const from = new Date(`${day}T00:00:00+05:30`);
  return { from, until: new Date(from.getTime() + 24 * 3_600_000) };
};

export interface TaxRow {
  document: string;
  placeOfSupply: string;
  supply: string;
  rate: number;
  count: number;
  taxable: number;
  cgst: number;
  sgst: number;
  utgst: number;
  igst: number;
  roundOff: number;
  total: number;
}

const SUMS = ['count', 'taxable', 'cgst', 'sgst', 'utgst', 'igst', 'roundOff', 'total'] as const;
type Sums = Record<(typeof SUMS)[number], number>;

/**
 * What a GST return of a month needs, from the papers as they were issued: outward supplies by place and rate, credit notes
 * beside them, and the numbers that were used. Sums in paise, so that nothing is lost.
 */
export async function reportGst({ db }: Deps, month: string) {
  const rows: TaxRow[] = (await taxedIn(db, month)).map(({ kind, ...row }) => ({ document: kind, ...row }));
  const of = (kind: string) => rows.filter(({ document }) => document === kind);
  const [invoices, creditNotes] = [sumsOf(of('invoice')), sumsOf(of('credit-note'))];
  const documents = await numbersIn(db, month);
  return { month, rows, invoices, creditNotes, net: netOf(invoices, creditNotes), documents };
}

const sumsOf = (rows: TaxRow[]): Sums =>
  Object.fromEntries(SUMS.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Sums;

/** A credit note's sums are positive on paper; they are taken off. */
const netOf = (invoices: Sums, creditNotes: Sums): Omit<Sums, 'count'> => {
  const { count: _, ...net } = Object.fromEntries(
    SUMS.map((name) => [name, invoices[name] - creditNotes[name]]),
  ) as Sums;
  return net;
};
