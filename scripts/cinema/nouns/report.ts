import { z } from 'zod';
import { CommandError } from '../../failure.ts';
import type { reportGst, TaxRow } from '#server/streaming/reports/actions.ts';
import { day, flag, month } from '../fields.ts';
import { sheet, table } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads } = doneBy(() => import('#server/streaming/reports/actions.ts'));

type Gst = Awaited<ReturnType<typeof reportGst>>;

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
        const today = new Date(deps.now().getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
        const facts = await reportDay(deps, given.day ?? today);
        const names = Object.entries(DAY_NAMES) as [keyof typeof facts, string][];
        return { data: facts, lines: sheet(Object.fromEntries(names.map(([key, name]) => [name, facts[key]]))) };
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
