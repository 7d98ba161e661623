import { z } from 'zod';
import { csvRow } from '#domain/csv.ts';
import { cinemaDay } from '#domain/fiscal-year.ts';
import { CommandError } from '../../command-error.ts';
import type { reportGst, reportSales, TaxRow } from '#server/streaming/reports/actions.ts';
import { day, flag, LIMIT_OPTIONS, limitFields, month, text } from '../fields.ts';
import { continuationLines, formatFacts, formatTable } from '../print.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { readCommand } = defineCommands(() => import('#server/streaming/reports/actions.ts'));
const overview = defineCommands(() => import('#server/streaming/reports/overview/actions.ts'));

type Gst = Awaited<ReturnType<typeof reportGst>>;
type SalesReport = Awaited<ReturnType<typeof reportSales>>;

const DAY_REPORT_LABELS = {
  day: 'Day',
  ordersBegun: 'Orders started',
  ordersCancelled: '  cancelled',
  ordersOpen: '  still open',
  ticketsPaid: 'Tickets paid',
  ticketsFree: 'Free tickets',
  price: 'Price (₹)',
  discount: 'Discount (₹)',
  gst: 'GST (₹)',
  received: 'Received (₹)',
  ticketsRefunded: 'Tickets refunded',
  partRefunds: 'Refunds of a part of a ticket',
  refunded: 'Refunded (₹)',
  paymentsReturnedWithoutTicket: 'Payments refunded without a ticket',
  net: 'Received − refunded (₹)',
  feesPaid: 'Submission fees paid',
  fees: '  received (₹)',
  feesRefunded: '  refunded (₹)',
  signUps: 'Sign-ups',
  plays: 'Plays started',
  viewers: '  by viewers',
} as const;

const MONEY = ['taxable', 'cgst', 'sgst', 'utgst', 'igst', 'roundOff', 'total'] as const;
const GST_HEADINGS = {
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

/** Formats paise as rupees, in integer arithmetic to avoid rounding errors. */
const formatPaise = (paise: number): string => {
  const absolute = Math.abs(paise);
  return `${paise < 0 ? '-' : ''}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
};

const HOUR_HEADINGS = {
  hour: 'hour',
  sales: 'sales ₹',
  salesLastWeek: 'sales last week ₹',
  tickets: 'tickets',
  ticketsLastWeek: 'tickets last week',
  plays: 'plays',
  playsLastWeek: 'plays last week',
} as const;

type GstRow = Partial<Record<keyof typeof GST_HEADINGS, string | number>>;
const inRupees = (row: Partial<TaxRow>): GstRow => ({
  ...row,
  ...Object.fromEntries(MONEY.map((name) => [name, formatPaise(row[name] ?? 0)])),
});

const gstRows = ({ rows, invoices, creditNotes, net }: Gst): GstRow[] => [
  ...rows.map(inRupees),
  inRupees({ document: 'all invoices', ...invoices }),
  inRupees({ document: 'all credit notes', ...creditNotes }),
  inRupees({ document: 'net', ...net }),
];

const gstLines = (found: Gst): string[] => [
  ...formatTable(gstRows(found), GST_HEADINGS),
  '',
  'Documents issued',
  ...formatTable(found.documents, { kind: 'document', from: 'from', to: 'to', count: 'count' }),
];

const shownGst = (found: Gst) => ({
  figures: gstRows(found).map((row) =>
    Object.fromEntries(
      Object.entries(GST_HEADINGS).map(([name, heading]) => [heading, row[name as keyof GstRow]]),
    ),
  ),
  documentsIssued: found.documents,
});

const SALES_HEADINGS = {
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

const salesLines = ({ rows, total, next }: SalesReport): string[] => [
  ...formatTable(
    [
      ...rows,
      ...(Object.values(total).some(Boolean)
        ? [{ ...total, day: 'all', film: '', movieName: '' }]
        : []),
    ],
    SALES_HEADINGS,
  ),
  ...continuationLines(next),
];

const salesCsv = ({ rows }: SalesReport): string[] =>
  [
    Object.values(SALES_HEADINGS),
    ...rows.map((row) =>
      (Object.keys(SALES_HEADINGS) as (keyof typeof SALES_HEADINGS)[]).map((name) => row[name]),
    ),
  ].map((cells) => csvRow(cells).trimEnd());

const cell = (value: string | number | undefined): string => {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const gstCsv = ({ rows }: Gst): string[] => [
  Object.keys(GST_HEADINGS).join(','),
  ...rows.map((row) => {
    const line = inRupees(row);
    return (Object.keys(GST_HEADINGS) as (keyof typeof GST_HEADINGS)[])
      .map((name) => cell(line[name]))
      .join(',');
  }),
];

export const report: CommandGroup = {
  name: 'report',
  summary: 'Sales and taxes, and how the cinema is doing today',
  roles: ['finance'],
  commands: [
    readCommand({
      usage: 'day [day]',
      title: 'Show the figures of a day',
      summary:
        'Shows the figures of a day: orders, money, tickets, refunds, sign-ups, plays. Without a day, those of today.',
      details:
        'Days are in India’s time zone. A foreign payment counts as the rupee price of its ticket.',
      input: z.object({ day: day.optional() }),
      examples: ['report day', 'report day 2026-11-21 --json'],
      run: async ({ deps }, given, { reportDay }) => {
        const facts = await reportDay(deps, given.day ?? cinemaDay(deps.now()));
        const names = Object.entries(DAY_REPORT_LABELS) as [keyof typeof facts, string][];
        return {
          data: facts,
          lines: formatFacts(Object.fromEntries(names.map(([key, name]) => [name, facts[key]]))),
        };
      },
    }),
    overview.readCommand({
      usage: 'hours',
      title: 'Compare the last 24 hours with last week',
      summary:
        'Shows sales, tickets and plays of each of the last 24 hours, beside the same hour of last week.',
      details:
        'Hours are in India’s time zone. Sales are what viewers paid, with GST; refunds are not subtracted.',
      input: z.object({}),
      examples: ['report hours'],
      run: async ({ deps }, _, { reportHours }) => {
        const found = await reportHours(deps);
        const rows = [...found.hours, { hour: 'all', ...found.total }];
        return { data: found, lines: formatTable(rows, HOUR_HEADINGS), columns: HOUR_HEADINGS };
      },
    }),
    overview.readCommand({
      usage: 'tonight',
      title: 'Count tonight’s tickets',
      roles: ['programmer', 'finance', 'support'],
      summary:
        'Counts the paid tickets of each film that start tonight: from 6 PM to 6 AM in India’s time zone.',
      details:
        'A ticket that was paid more than four weeks ago and then rescheduled is not counted.',
      input: z.object({}),
      examples: ['report tonight'],
      run: async ({ deps }, _, { reportTonight }) => {
        const found = await reportTonight(deps);
        const columns = { film: 'film', movieName: 'name', tickets: 'tickets' };
        return { data: found, lines: formatTable(found.films, columns), columns };
      },
    }),
    overview.readCommand({
      usage: 'site',
      title: 'Show the age of the site and of the backup',
      roles: ['programmer'],
      summary:
        'Shows when the site was built, how many changed films are not on it yet, and when the last backup was made.',
      input: z.object({}),
      examples: ['report site'],
      run: async ({ deps }, _, { readSiteAndBackup }) => {
        const { site, lastBackupAt } = await readSiteAndBackup(deps);
        const facts = {
          'Site built': site?.builtAt ?? null,
          'Changed films not on the site': site?.changesWaiting ?? null,
          'Films without a page of their own': site?.leftOut ?? null,
          'Last backup': lastBackupAt,
        };
        return { data: { site, lastBackupAt }, lines: formatFacts(facts) };
      },
    }),
    readCommand({
      usage: 'sales',
      title: 'Show sales by film and day',
      labels: { from: 'First day', to: 'Last day', csv: 'For a spreadsheet (CSV or Excel)' },
      summary: 'Shows what each film sold on each day: orders, tickets, gross, GST, refunds, net.',
      details:
        'Days are in India’s time zone. An order counts on the day it was started, a ticket when it was paid, a refund when it was made.\n' +
        'Gross is what viewers paid, with GST; net is gross minus refunds. A foreign payment counts as the rupee price of its ticket.',
      options: {
        '--from <day>': 'the first day; default the first day of the month of --to',
        '--to <day>': 'the last day; default today',
        '--film <film>': 'only this film',
        '--csv': 'all rows as CSV, for a spreadsheet',
        ...LIMIT_OPTIONS,
      },
      input: z
        .object({
          from: day.optional(),
          to: day.optional(),
          film: text().optional(),
          csv: flag,
          ...limitFields,
        })
        .refine(({ from, to }) => !from || !to || from <= to, '--to must not be before --from'),
      examples: [
        'report sales --from 2026-11-01 --to 2026-11-30',
        'report sales --film night-rail --csv',
      ],
      run: async (
        { deps },
        { from, to = cinemaDay(deps.now()), film, csv, ...part },
        { reportSales },
      ) => {
        const period = { from: from ?? `${to.slice(0, 7)}-01`, to, film };
        const found = await reportSales(deps, csv ? period : { ...period, ...part });
        return {
          data: found,
          lines: csv ? salesCsv(found) : salesLines(found),
          columns: SALES_HEADINGS,
        };
      },
    }),
    readCommand({
      usage: 'gst <month>',
      title: 'Show the GST figures of a month',
      labels: { csv: 'For a spreadsheet (CSV or Excel)' },
      summary:
        'Shows the figures for the GST return of a month: invoices and credit notes by place of supply and rate.',
      details: 'Calculated from the issued invoices and credit notes. Amounts are in rupees.',
      terminalDetails: 'In JSON, amounts are in paise.',
      options: { '--csv': 'the rows as CSV, for a spreadsheet' },
      input: z.object({ month, csv: flag }),
      examples: ['report gst 2026-11', 'report gst 2026-11 --csv'],
      run: async ({ deps }, { month: ofMonth, csv }, { reportGst }) => {
        if (!deps.config.supplier)
          throw new CommandError(
            'There are no invoices: SUPPLIER_GSTIN is not set. Set it on the server.',
          );
        const found = await reportGst(deps, ofMonth);
        return {
          data: found,
          shown: shownGst(found),
          lines: csv ? gstCsv(found) : gstLines(found),
        };
      },
    }),
  ],
};
