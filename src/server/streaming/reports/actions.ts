import { firstOf, lastOf } from '#domain/existing.ts';
import { cinemaDayStart, cinemaMonthRange } from '#domain/fiscal-year.ts';
import { DAY } from '#domain/limits/durations.ts';
import { toRupees } from '#domain/pricing.ts';
import type { Deps } from '../../deps.ts';
import { filmRef, requireFilm } from '../catalogue/manage/lookup.ts';
import {
  feesIn,
  invoiceNumbersIn,
  ordersIn,
  playsIn,
  refundsIn,
  type DaySales,
  SALES_FIELDS,
  salesByDay,
  salesByFilmAndDay,
  type SalesSums,
  salesIn,
  signUpsIn,
  type Span,
  taxTotalsIn,
} from './queries.ts';

/**
 * The day is in the time zone of the cinema. Amounts in rupees: `price`, `discount`, `gst`,
 * `received`, `refunded`, `net`, `fees`, `feesRefunded`.
 */
export async function reportDay({ db }: Deps, day: string) {
  const span = daySpan(day);
  const sales = await salesIn(db, span);
  const refunds = await refundsIn(db, span);
  const fees = await feesIn(db, span);
  const { started, cancelled, open } = await ordersIn(db, span);
  const { plays, viewers } = await playsIn(db, span);
  return {
    day,
    ordersBegun: started,
    ordersCancelled: cancelled,
    ordersOpen: open,
    ticketsPaid: sales.paidTickets,
    ticketsFree: sales.freeTickets,
    price: toRupees(sales.price),
    discount: toRupees(sales.discount),
    gst: toRupees(sales.tax),
    received: toRupees(sales.received),
    ticketsRefunded: refunds.tickets,
    partRefunds: refunds.parts,
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

/**
 * Both days included, in the time zone of the cinema; rupees. The sums equal those of reportDay.
 * Throws film_unknown.
 */
export async function reportSales({ db }: Deps, { from, to, film, after = 0, limit }: SalesQuery) {
  const movieId = film === undefined ? undefined : (await requireFilm(db, film)).movieId;
  const filter = { span: { from: daySpan(from).from, until: daySpan(to).until }, movieId };
  const days = await salesByDay(db, filter);
  const rows = await salesRows(db, filter, days, { offset: after, limit: limit ?? Infinity });
  const rowCount = days.reduce((sum, { films }) => sum + films, 0);
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
    total: salesOf(addSales(days)),
    next: rows.length && after + rows.length < rowCount ? String(after + rows.length) : undefined,
  };
}

/**
 * Reads only the days whose rows are in the range: a month may have more rows than can be sorted in
 * time.
 */
async function salesRows(
  db: Deps['db'],
  { movieId }: { movieId: number | undefined },
  days: DaySales[],
  { offset, limit }: { offset: number; limit: number },
) {
  let rowsBefore = 0;
  let rowsBeforeFirst = 0;
  const needed = days.filter(({ films }) => {
    const isNeeded = rowsBefore < offset + limit && rowsBefore + films > offset;
    rowsBefore += films;
    if (rowsBefore <= offset) rowsBeforeFirst = rowsBefore;
    return isNeeded;
  });
  if (!needed.length) return [];
  const span = {
    from: daySpan(firstOf(needed).day).from,
    until: daySpan(lastOf(needed).day).until,
  };
  const rowCount = needed.reduce((sum, { films }) => sum + films, 0);
  return salesByFilmAndDay(
    db,
    { span, movieId },
    { offset: offset - rowsBeforeFirst, limit: Math.min(limit, rowCount) },
  );
}

const addSales = (days: DaySales[]): SalesSums =>
  Object.fromEntries(
    SALES_FIELDS.map((field) => [field, days.reduce((sum, day) => sum + day[field], 0)]),
  ) as SalesSums;

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

type TaxRow = Omit<Awaited<ReturnType<typeof taxTotalsIn>>[number], 'kind'> & {
  document: string;
};

const AMOUNTS = ['taxable', 'cgst', 'sgst', 'utgst', 'igst', 'roundOff', 'total'] as const;
const SUM_FIELDS = ['count', ...AMOUNTS] as const;
type Sums = Record<(typeof SUM_FIELDS)[number], number>;

/**
 * From the documents as issued: supplies by place and rate, credit notes, used document numbers.
 * `month`: `2026-11`. Rupees.
 */
export async function reportGst({ db }: Deps, month: string) {
  const span = cinemaMonthRange(month);
  const rows: TaxRow[] = (await taxTotalsIn(db, span)).map(({ kind, ...row }) => ({
    document: kind,
    ...row,
  }));
  const rowsOf = (kind: string) => rows.filter(({ document }) => document === kind);
  const [invoices, creditNotes] = [sumsOf(rowsOf('invoice')), sumsOf(rowsOf('credit-note'))];
  const documents = await invoiceNumbersIn(db, span);
  const net = netOf(invoices, creditNotes);
  return {
    month,
    rows: rows.map(inRupees),
    invoices: inRupees(invoices),
    creditNotes: inRupees(creditNotes),
    net: inRupees(net),
    documents,
  };
}

const inRupees = <Row extends Record<(typeof AMOUNTS)[number], number>>(row: Row): Row => ({
  ...row,
  ...Object.fromEntries(AMOUNTS.map((name) => [name, toRupees(row[name])])),
});

const sumsOf = (rows: TaxRow[]): Sums =>
  Object.fromEntries(
    SUM_FIELDS.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as Sums;

/** Credit notes have positive sums, which are subtracted. */
const netOf = (invoices: Sums, creditNotes: Sums): Omit<Sums, 'count'> => {
  const { count: _, ...net } = Object.fromEntries(
    SUM_FIELDS.map((name) => [name, invoices[name] - creditNotes[name]]),
  ) as Sums;
  return net;
};
