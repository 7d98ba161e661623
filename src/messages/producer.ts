import { filmNotFound } from './film-sentences.ts';
import { figuresFailed } from './screen-sentences.ts';

const NONE_IN_PERIOD = 'None in this period';

/** Spec §2 "Producer screens". */
export const producerMessages = {
  channels: 'My Channels',
  movies: 'My Movies',
  orders: 'Orders',
  ordersAfterName: ' - Orders',
  statements: 'Statements',
  statementsAfterName: ' - Statements',
  refresh: 'Refresh',

  noChannels: 'No channels yet',
  noChannelsNote: 'Your channel appears here as soon as we open it.',
  noMovies: 'No films yet',
  noMoviesNote: 'Films in this channel appear here.',
  noOrders: 'No orders yet',
  noOrdersNote: 'Tickets for this film appear here, newest first.',
  listFailed: 'We couldn’t load this list. Check your connection and try again.',
  channelMissing: 'We couldn’t find this channel',
  movieMissing: filmNotFound,
  missingNote: 'The link may be incomplete, or this may belong to another account.',

  // Orders table (spec §2); also the header row of the CSV export.
  columns: {
    orderDate: 'Order Date',
    orderSource: 'Source',
    orderCountry: 'Country',
    transactionCurrencyCode: 'Currency',
    ticketRate: 'Price',
    totalTaxValue: 'Tax',
    discountValue: 'Discount',
    totalRoundedValue: 'Total',
    paymentStatus: 'Status',
  },
  ordersTable: 'Orders, newest first',

  // Not in the specification: sales figures of fourteen days.
  paidOrders: 'Paid orders',
  salesBeforeGst: 'Sales before GST',
  countries: 'Countries',
  inLastDays: (days: number) => `In the last ${days} days`,
  figuresFailed: 'We couldn’t load the figures. Refresh to try again.',
  ordersPerDay: (from: string, to: string) => `Paid orders per day, ${from} to ${to}.`,
  mostOn: (count: number, day: string) => `Most: ${count} on ${day}`,
  noneInSpan: NONE_IN_PERIOD,

  // Not in the specification: figures of all films on the page of the channels.
  allFilms: (days: number) => `All films, the last ${days} days`,
  channelList: 'Channels',
  inLastWeek: (value: string) => `${value} in the last 7 days`,
  moreThanBefore: (value: string) => `${value} more than in the 7 days before`,
  lessThanBefore: (value: string) => `${value} less than in the 7 days before`,
  sameAsBefore: 'The same as in the 7 days before',
  more: (value: string) => `${value} more`,
  less: (value: string) => `${value} less`,
  thanBefore: ' than in the 7 days before',
  afterRefunds: (amount: string, currency: string) => `${amount} after refunds in ${currency}`,
  perDay: 'Tickets per day',
  ticketsPerDay: (from: string, to: string) => `Tickets per day, ${from} to ${to}.`,
  byDay: 'Figures by day',
  ranked: 'Films by sales',
  rankedFirst: (count: number, total: number) =>
    `The ${count} films with the most sales, of ${total}`,
  film: 'Film',
  lastWeek: 'Last 7 days',
  allSalesNote:
    'Days are in Indian time, and today is included. A refund is subtracted on its own day, as in statements.',
  allSalesFailed:
    'We couldn’t load the figures of your films. Check your connection and try again.',

  exportCsv: 'Export CSV',
  exporting: 'Exporting...',
  exportProgress: 'Progress of the export',
  rowsOf: (rows: string, total: string, size: string) => `${rows} of ${total} orders, ${size}`,
  rowsSoFar: (rows: string, size: string) => `${rows} orders, ${size}`,
  cancel: 'Cancel',
  exported: (name: string) => `Saved as ${name}`,
  exportCancelled: 'The export was cancelled. Nothing was saved.',
  exportFailed: 'The export did not finish, so nothing was saved. Try again.',
  kilobytes: (count: string) => `${count} kB`,
  megabytes: (count: string) => `${count} MB`,
} as const;

interface Approval {
  approvedOn: string;
  paidOn: string | null;
  paymentReference: string | null;
}

/** Monthly statement: page, PDF and CSV. */
export const statementMessages = {
  month: 'Month',
  openMonth: (month: string) => `${month}, so far`,
  isOpen: 'The month is not over. Figures still change with every ticket and refund.',
  notApproved: 'We have not approved this statement yet.',
  approval: (approval: Approval, displayDay: (day: string) => string) =>
    approval.paidOn === null
      ? `Approved on ${displayDay(approval.approvedOn)}. Not paid yet.`
      : `Paid on ${displayDay(approval.paidOn)}, reference ${approval.paymentReference}`,
  approvedShare: (share: string) =>
    `The figures changed after the approval, for example because a gateway reported its fee late. The approved share is ${share}.`,
  none: 'No statement yet',
  noneNote: 'Your first statement appears here with your first paid ticket.',
  failed: 'We couldn’t load the statement. Check your connection and try again.',
  missing: 'There is no statement for this month',
  tableOf: (month: string) => `Statement for ${month}`,
  sold: 'Sold',
  returned: 'Returned',
  total: 'Total',
  lines: {
    tickets: 'Tickets',
    price: 'Price',
    discount: 'Discount',
    taxable: 'Sales before GST',
    gst: 'GST',
    roundOff: 'Round-off',
    received: 'Paid by viewers',
    gatewayFee: 'Gateway fee',
    platformShare: 'Platform share',
    producerShare: 'Producer’s share',
  },
  platformShareOf: (percents: string) => `Platform share, ${percents}`,
  less: (line: string) => `less ${line}`,
  paidByViewersNote: 'What viewers paid',
  gstNote:
    'We pass GST on to the government and keep the round-off. Neither is part of your share.',
  estimated: (count: number) =>
    count === 1
      ? 'The gateway fee of one ticket is an estimate, because the gateway has not reported it yet.'
      : `The gateway fees of ${count} tickets are estimates, because the gateway has not reported them yet.`,
  downloadPdf: 'Download PDF',
  downloadCsv: 'Download CSV',

  // Charts.
  overTime: 'Sales and viewing over time',
  span: 'Period',
  lastDays: (days: number) => `${days} days`,
  byDay: 'by day',
  byWeek: 'by week',
  salesPer: (by: string) => `Sales before GST ${by}`,
  minutesPer: (by: string) => `Minutes watched ${by}`,
  summary: (what: string, from: string, to: string, sum: string, most: string, when: string) =>
    `${what}, ${from} to ${to}: ${sum} in total, most ${most} on ${when}`,
  summaryOfNothing: (what: string, from: string, to: string) => `${what}, ${from} to ${to}: none`,
  asTable: 'Show as a table',
  hideTable: 'Hide table',
  day: 'Day',
  week: 'Week from',
  plays: 'Plays',
  minutes: 'Minutes watched',
  noneInSpan: NONE_IN_PERIOD,
  chartFailed: 'We couldn’t load the chart. Its figures are in the table.',
  chartDataFailed: figuresFailed,
} as const;
