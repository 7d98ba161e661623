import { cinemaDayStart, cinemaMonthRange } from '#domain/fiscal-year.ts';
import { DAY } from '#domain/limits.ts';
import { toRupees } from '#domain/pricing.ts';
import type { Deps } from '../../deps.ts';
import { readKeysetPage } from '../../keyset-page.ts';
import { filmRef, requireFilm } from '../catalogue/manage/lookup.ts';
import {
  feesIn,
  invoiceNumbersIn,
  ordersIn,
  playsIn,
  refundsIn,
  salesByFilmAndDay,
  type SalesSums,
  salesIn,
  signUpsIn,
  type Span,
  taxTotalsIn,
} from './queries.ts';

/**
 * The day is in the time zone of the cinema. Amounts in rupees: `price`, `discount`, `gst`, `received`, `refunded`, `net`, `fees`,
 * `feesRefunded`.
 */
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
    ticketsPaid: sales.paidTickets,
    ticketsFree: sales.freeTickets,
    price: toRupees(sales.price),
    discount: toRupees(sales.discount),
    gst: toRupees(sales.tax),
    received: toRupees(sales.received),
    ticketsRefunded: refunds.tickets,
    refunded: toRupees(refunds.sum),
    paymentsReturnedWithoutTicket: refunds.unusedPayments,
    net: toRupees(sales.received - refunds.sum),
    feesPaid: fees.paid,
    fees: toRupees(fees.received),
    feesRefunded: toRupees(fees.refunded),
    signUps: await signUpsIn(db, span),
    plays,
    viewers,
  };
}

interface SalesQuery {
  from: string;
  to: string;
  film?: string | undefined;
  /** The number of rows before the first one. */
  after?: number | undefined;
  /** Undefined: all rows. The total always includes all rows. */
  limit?: number | undefined;
}

/** Both days included, in the time zone of the cinema; rupees. The sums equal those of reportDay. Throws film_unknown. */
export async function reportSales({ db }: Deps, { from, to, film, after = 0, limit }: SalesQuery) {
  const movieId = film === undefined ? undefined : (await requireFilm(db, film)).movieId;
  const filter = { span: { from: daySpan(from).from, until: daySpan(to).until }, movieId };
  const { rows, next } =
    limit === undefined
      ? { rows: await salesByFilmAndDay(db, filter, after), next: undefined }
      : await readKeysetPage(
          limit,
          (count) => salesByFilmAndDay(db, filter, after, count),
          () => after + limit,
        );
  // Every row has the total, but there is no row after the last one.
  const [withTotal] = rows.length || !after ? rows : await salesByFilmAndDay(db, filter, 0, 1);
  return {
    from,
    to,
    rows: rows.map((row) => ({
      day: row.day,
      /** Name of the film in commands. */
      film: filmRef(row),
      movieName: row.movieName,
      ...salesOf(row),
    })),
    total: salesOf(withTotal?.total ?? NO_SALES),
    ...(next && { next }),
  };
}

const NO_SALES: SalesSums = { orders: 0, tickets: 0, received: 0, tax: 0, refunds: 0, refunded: 0 };

const salesOf = (sums: SalesSums) => ({
  /** Orders started on this day. */
  orders: sums.orders,
  /** Tickets paid on this day, including free ones. */
  tickets: sums.tickets,
  gross: toRupees(sums.received),
  /** GST within the gross. */
  tax: toRupees(sums.tax),
  refunds: sums.refunds,
  refunded: toRupees(sums.refunded),
  net: toRupees(sums.received - sums.refunded),
});

const daySpan = (day: string): Span => {
  const from = cinemaDayStart(day);
  return { from, until: new Date(from.getTime() + DAY) };
};

export type TaxRow = Omit<Awaited<ReturnType<typeof taxTotalsIn>>[number], 'kind'> & { document: string };

const SUM_FIELDS = ['count', 'taxable', 'cgst', 'sgst', 'utgst', 'igst', 'roundOff', 'total'] as const;
type Sums = Record<(typeof SUM_FIELDS)[number], number>;

/** From the documents as issued: supplies by place and rate, credit notes, used document numbers. `month`: `2026-11`. Paise. */
export async function reportGst({ db }: Deps, month: string) {
  const span = cinemaMonthRange(month);
  const rows: TaxRow[] = (await taxTotalsIn(db, span)).map(({ kind, ...row }) => ({ document: kind, ...row }));
  const rowsOf = (kind: string) => rows.filter(({ document }) => document === kind);
  const [invoices, creditNotes] = [sumsOf(rowsOf('invoice')), sumsOf(rowsOf('credit-note'))];
  const documents = await invoiceNumbersIn(db, span);
  return { month, rows, invoices, creditNotes, net: netOf(invoices, creditNotes), documents };
}

const sumsOf = (rows: TaxRow[]): Sums =>
  Object.fromEntries(SUM_FIELDS.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Sums;

/** Credit notes have positive sums, which are subtracted. */
const netOf = (invoices: Sums, creditNotes: Sums): Omit<Sums, 'count'> => {
  const { count: _, ...net } = Object.fromEntries(
    SUM_FIELDS.map((name) => [name, invoices[name] - creditNotes[name]]),
  ) as Sums;
  return net;
};
