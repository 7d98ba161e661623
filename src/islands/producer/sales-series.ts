import type { MovieSales } from '#contract/producer.ts';
import { displayDayOfYear } from '#domain/dates.ts';
import { toPaise, toRupees } from '#domain/pricing.ts';
import { producerMessages, statementMessages as text } from '#messages/producer.ts';

type Day = MovieSales['days'][number];

/** Spans that one may choose, in days: whole weeks, so that each bar of a long one holds seven. */
export const SPANS = [28, 91, 364] as const;
const WEEK = 7;
const BY_DAY_UP_TO = 28;

/** How many days a bar holds. */
export const binOf = (days: number): number => (days <= BY_DAY_UP_TO ? 1 : WEEK);

/** Days put together, `size` at a time; each is named by its first. Rupees are added as whole paise. */
export function binned(days: readonly Day[], size: number): Day[] {
  const count = Math.ceil(days.length / size);
  return Array.from({ length: count }, (_, index) => joined(days.slice(index * size, (index + 1) * size)));
}

const joined = (days: readonly Day[]): Day => ({
  day: days[0]!.day,
  paidOrders: sum(days.map(({ paidOrders }) => paidOrders)),
  salesBeforeGst: toRupees(sum(days.map(({ salesBeforeGst }) => toPaise(salesBeforeGst)))),
  plays: sum(days.map(({ plays }) => plays)),
  minutesWatched: sum(days.map(({ minutesWatched }) => minutesWatched)),
});

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

/** One of the two charts. */
export interface Series {
  name: string;
  labels: string[];
  values: number[];
  /** Says what the chart draws. */
  sentence: string;
  display: (value: number) => string;
}

export const wholeRupees = (value: number): string => `₹${Math.round(value).toLocaleString('en-IN')}`;
export const wholeMinutes = (value: number): string => Math.round(value).toLocaleString('en-IN');

/** Sales and viewing of the same days. */
export function seriesOf(bins: readonly Day[], size: number): Series[] {
  const by = size === 1 ? text.byDay : text.byWeek;
  const days = bins.map(({ day }) => day);
  return [
    series(
      text.salesPer(by),
      days,
      bins.map(({ salesBeforeGst }) => salesBeforeGst),
      wholeRupees,
    ),
    series(
      text.minutesPer(by),
      days,
      bins.map(({ minutesWatched }) => minutesWatched),
      wholeMinutes,
    ),
  ];
}

function series(name: string, days: string[], values: number[], display: (value: number) => string): Series {
  const labels = days.map(displayDayOfYear);
  const [first = '', last = ''] = [labels[0], labels.at(-1)];
  const most = Math.max(0, ...values);
  const sentence =
    most === 0
      ? text.summaryOfNothing(name, first, last)
      : text.summary(name, first, last, display(sum(values)), display(most), labels[values.indexOf(most)] ?? '');
  return { name, labels, values, sentence, display };
}

/** Heads and cells of the same figures as a table. */
export const seriesTable = (bins: readonly Day[], size: number) => ({
  heads: [
    size === 1 ? text.day : text.week,
    producerMessages.paidOrders,
    producerMessages.salesBeforeGst,
    text.plays,
    text.minutes,
  ],
  rows: bins.map(({ day, paidOrders, salesBeforeGst, plays, minutesWatched }) => ({
    day,
    cells: [
      displayDayOfYear(day),
      paidOrders.toLocaleString('en-IN'),
      wholeRupees(salesBeforeGst),
      plays.toLocaleString('en-IN'),
      wholeMinutes(minutesWatched),
    ],
  })),
});
