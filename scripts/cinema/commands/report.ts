import { z } from 'zod';
import { csvRow } from '#domain/csv.ts';
import { houseDay } from '#domain/fiscal-year.ts';
import { CommandError } from '../../failure.ts';
import type { reportGst, reportSales, TaxRow } from '#server/streaming/reports/actions.ts';
import { day, flag, month, text } from '../fields.ts';
import { sheet, table } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads } = doneBy(() => import('#server/streaming/reports/actions.ts'));

type Gst = Awaited<ReturnType<typeof reportGst>>;
type SalesReport = Awaited<ReturnType<typeof reportSales>>;

const DAY_NAMES = {
  day: 'Day',
  ordersBegun: 'Orders begun',
  ordersCancelled: '  cancelled',
  ordersOpen: '  still open',
  ticketsPaid: 'Tickets paid',
  ticketsFree: 'Tickets that cost nothing',
  price: 'Price (₹)',
  discount: 'Discount (₹)',
  gst: 'GST (₹)',
  received: 'Received (₹)',
  ticketsRefunded: 'Tickets refunded',
  refunded: 'Refunded (₹)',
  paymentsReturnedWithoutTicket: 'Payments returned that opened no ticket',
  net: 'Received − refunded (₹)',
  feesPaid: 'Submission fees paid',
  fees: '  received (₹)',
  feesRefunded: '  refunded (₹)',
  signUps: 'Sign-ups',
  plays: 'Plays begun',
  viewers: '  by so many viewers',
} as const;

const MONEY = ['taxable', 'cgst', 'sgst', 'utgst', 'igst', 'roundOff', 'total'] as const;
const HEADINGS = {
  document: 'document',
  placeOfSupply: 'place of supply',
  supply: 'supply',
  rate: 'rate %',
  count: 'count',
  taxable: 'taxable ₹',
  cgst: 'CGST ₹',
  sgst: 'SGST ₹',
  utgst: 'UTGST ₹',
  igst: 'IGST ₹',
  roundOff: 'round-off ₹',
  total: 'total ₹',
} as const;

/** Two decimals of whole paise: no paisa is lost in printing. */
const rupees = (paise: number): string => {
  const whole = Math.abs(paise);
  return `${paise < 0 ? '-' : ''}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
};

type Line = Partial<Record<keyof typeof HEADINGS, string | number>>;
const inRupees = (row: Partial<TaxRow>): Line => ({
  ...row,
  ...Object.fromEntries(MONEY.map((name) => [name, rupees(row[name] ?? 0)])),
});

const linesOf = ({ rows, invoices, creditNotes, net, documents }: Gst): string[] => [
  ...table(
    [
      ...rows.map(inRupees),
      inRupees({ document: 'all invoices', ...invoices }),
      inRupees({ document: 'all credit notes', ...creditNotes }),
      inRupees({ document: 'net', ...net }),
    ],
    HEADINGS,
  ),
  '',
  'Documents issued',
  ...table(documents, { kind: 'document', from: 'from', to: 'to', count: 'count' }),
];

const SALES = {
  day: 'day',
  film: 'film',
  movieName: 'name',
  orders: 'orders',
  tickets: 'tickets',
  gross: 'gross ₹',
  tax: 'GST ₹',
  refunds: 'refunds',
  refunded: 'refunded ₹',
  net: 'net ₹',
} as const;

const salesLines = ({ rows, total }: SalesReport): string[] =>
  table([...rows, ...(rows.length ? [{ ...total, day: 'all', film: '', movieName: '' }] : [])], SALES);

const salesCsv = ({ rows }: SalesReport): string[] =>
  [
    Object.values(SALES),
    ...rows.map((row) => (Object.keys(SALES) as (keyof typeof SALES)[]).map((name) => row[name])),
  ].map((cells) => csvRow(cells).trimEnd());

/** RFC 4180; every value is ours and holds neither comma nor quote, but for a State's name. */
const cell = (value: string | number | undefined): string => {
  const written = String(value ?? '');
  return /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
};
const csvOf = ({ rows }: Gst): string[] => [
  Object.keys(HEADINGS).join(','),
  ...rows.map((row) => {
    const line = inRupees(row);
    return (Object.keys(HEADINGS) as (keyof typeof HEADINGS)[]).map((name) => cell(line[name])).join(',');
  }),
];

export const report: Noun = {
  name: 'report',
  about: 'What the house took, and what the tax office wants to know',
  verbs: [
    reads({
      words: 'day [day]',
      about: 'Shows a day: orders, money, tickets, refunds, sign-ups, plays. Today unless given.',
      more: 'A day is India’s. A foreign payment counts with the rupees that its ticket costs.',
      input: z.object({ day: day.optional() }),
      examples: ['report day', 'report day 2026-11-21 --json'],
      run: async ({ deps }, given, { reportDay }) => {
        const facts = await reportDay(deps, given.day ?? houseDay(deps.now()));
        const names = Object.entries(DAY_NAMES) as [keyof typeof facts, string][];
        return { data: facts, lines: sheet(Object.fromEntries(names.map(([key, name]) => [name, facts[key]]))) };
      },
    }),
    reads({
      words: 'sales',
      about: 'Shows what each film sold on each day: orders, tickets, gross, GST, refunds, net.',
      more:
        'A day is India’s: an order counts on the day when it was begun, a ticket when it was paid, a refund when it was made.\n' +
        'Gross is what viewers paid, with GST; net is gross without what was refunded. A foreign payment counts with the rupees that its ticket costs.',
      options: {
        '--from <day>': 'the first day; the first of that month unless given',
        '--to <day>': 'the last day; today unless given',
        '--film <film>': 'only this film',
        '--csv': 'as CSV, for a spreadsheet',
      },
      input: z
        .object({ from: day.optional(), to: day.optional(), film: text().optional(), csv: flag })
        .refine(({ from, to }) => !from || !to || from <= to, '--to must not be before --from'),
      examples: ['report sales --from 2026-11-01 --to 2026-11-30', 'report sales --film night-rail --csv'],
      run: async ({ deps }, { from, to = houseDay(deps.now()), film, csv }, work) => {
        const found = await work.reportSales(deps, { from: from ?? `${to.slice(0, 7)}-01`, to, film });
        return { data: found, lines: csv ? salesCsv(found) : salesLines(found) };
      },
    }),
    reads({
      words: 'gst <month>',
      about: 'Shows what a GST return of a month needs: invoices and credit notes by place of supply and rate.',
      more: 'From the papers as they were issued. Tables and CSV are in rupees; JSON is in paise.',
      options: { '--csv': 'as CSV, for a spreadsheet' },
      input: z.object({ month, csv: flag }),
      examples: ['report gst 2026-11', 'report gst 2026-11 --csv'],
      run: async ({ deps }, { month: wanted, csv }, { reportGst }) => {
        if (!deps.config.supplier)
          throw new CommandError('There are no invoices: SUPPLIER_GSTIN names nobody who sells.');
        const found = await reportGst(deps, wanted);
        return { data: found, lines: csv ? csvOf(found) : linesOf(found) };
      },
    }),
  ],
};
