import { z } from 'zod';
import { option, sentence } from '#domain/format/sentence.ts';
import { cinemaDay } from '#domain/fiscal-year.ts';
import { CommandError } from '../../command-error.ts';
import type { reportGst, reportSales } from '#server/streaming/reports/actions.ts';
import { day, flag, issueOf, LIMIT_OPTIONS, limitFields, month, text } from '../fields.ts';
import { column, toColumns } from '../columns.ts';
import type { ReportPart } from '../command-result.ts';
import { continuation, detailsResult, facts as factsPart, table, toSheet } from '../results.ts';
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

const GST_COLUMNS = {
  document: column.code('document'),
  placeOfSupply: column.text('place of supply'),
  supply: column.text('supply'),
  rate: column.number('rate %'),
  count: column.count('count'),
  taxable: column.exactRupees('taxable ₹'),
  cgst: column.exactRupees('CGST ₹'),
  sgst: column.exactRupees('SGST ₹'),
  utgst: column.exactRupees('UTGST ₹'),
  igst: column.exactRupees('IGST ₹'),
  roundOff: column.exactRupees('round-off ₹'),
  total: column.exactRupees('total ₹'),
};

const DOCUMENT_COLUMNS = {
  kind: column.code('document'),
  from: column.code('from'),
  to: column.code('to'),
  count: column.count('count'),
};

const HOUR_COLUMNS = {
  hour: column.text('hour'),
  sales: column.rupees('sales ₹'),
  salesLastWeek: column.rupees('sales last week ₹'),
  tickets: column.count('tickets'),
  ticketsLastWeek: column.count('tickets last week'),
  plays: column.count('plays'),
  playsLastWeek: column.count('plays last week'),
} as const;

/** Sums have no place, supply and rate, and the net sum has no count. */
type GstRow = Partial<Gst['rows'][number]>;

const gstRows = ({ rows, invoices, creditNotes, net }: Gst): GstRow[] => [
  ...rows,
  { document: 'all invoices', ...invoices },
  { document: 'all credit notes', ...creditNotes },
  { document: 'net', ...net },
];

const gstReport = (found: Gst): ReportPart[] => [
  table(gstRows(found), GST_COLUMNS),
  '',
  'Documents issued',
  table(found.documents, DOCUMENT_COLUMNS),
];

/** In the file, the keys are the headings. */
const gstSheet = ({ rows }: Gst) =>
  toSheet(
    rows,
    toColumns<GstRow>(GST_COLUMNS).map((each) => ({ ...each, heading: each.key })),
  );

const SALES_COLUMNS = {
  day: column.day('day'),
  film: column.code('film'),
  movieName: column.text('name'),
  orders: column.count('orders'),
  tickets: column.count('tickets'),
  gross: column.rupees('gross ₹'),
  tax: column.rupees('GST ₹'),
  refunds: column.count('refunds'),
  refunded: column.count('refunded ₹'),
  net: column.rupees('net ₹'),
} as const;

function salesReport({ rows, total, next }: SalesReport): ReportPart[] {
  const hasSales = Object.values(total).some(Boolean);
  const totalRow = { ...total, day: 'all', film: '', movieName: '' };
  return [table(hasSales ? [...rows, totalRow] : rows, SALES_COLUMNS), ...continuation(next)];
}

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
        return detailsResult(facts, [
          factsPart(Object.fromEntries(names.map(([key, name]) => [name, facts[key]]))),
        ]);
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
        return {
          ...detailsResult(found, [table(rows, HOUR_COLUMNS)]),
          tables: { hours: toColumns<(typeof rows)[number]>(HOUR_COLUMNS) },
        };
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
        const columns = {
          film: column.code('film'),
          movieName: column.text('name'),
          tickets: column.count('tickets'),
        };
        return {
          ...detailsResult(found, [table(found.films, columns)]),
          tables: { films: toColumns<(typeof found.films)[number]>(columns) },
        };
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
        return detailsResult({ site, lastBackupAt }, [factsPart(facts)]);
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
        '--from <day>': {
          about: 'the first day',
          ifEmpty: sentence`the first day of the month of ${option('to')}`,
        },
        '--to <day>': { about: 'the last day', ifEmpty: 'today' },
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
        .refine(
          ({ from, to }) => !from || !to || from <= to,
          issueOf(sentence`${option('to')} must not be before ${option('from')}`),
        ),
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
        const columns = toColumns<SalesReport['rows'][number]>(SALES_COLUMNS);
        return {
          view: 'sales',
          data: found,
          tables: { rows: columns },
          report: csv
            ? [{ kind: 'sheet', sheet: toSheet(found.rows, columns), isMarked: false }]
            : salesReport(found),
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
          view: 'details',
          data: found,
          shown: { figures: gstRows(found), documentsIssued: found.documents },
          tables: {
            figures: toColumns<GstRow>(GST_COLUMNS),
            documentsIssued: toColumns<Gst['documents'][number]>(DOCUMENT_COLUMNS),
          },
          report: csv
            ? [{ kind: 'sheet', sheet: gstSheet(found), isMarked: false }]
            : gstReport(found),
        };
      },
    }),
  ],
};
