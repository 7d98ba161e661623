import type { MovieSales } from '#contract/producer.ts';
import { displayNumber } from '#domain/format/numbers.ts';
import { displayPlainDay } from '#domain/format/plain-days.ts';
import { displayWholeRupees } from '#domain/format/report-money.ts';
import { toPaise, toRupees } from '#domain/pricing.ts';
import { producerMessages, statementMessages as text } from '#messages/producer.ts';

type Day = MovieSales['days'][number];

/** Days; whole weeks, so that weekly bars are full. */
export const SPANS_DAYS = [28, 91, 364] as const;
const WEEK_DAYS = 7;
const MAX_DAYS_BY_DAY = 28;

/** Days per bar. */
export const binSizeFor = (days: number): number => (days <= MAX_DAYS_BY_DAY ? 1 : WEEK_DAYS);

/** Sums `size` days at a time, named by the first day. Adds rupees as whole paise. */
export const groupIntoBins = (days: readonly Day[], size: number): Day[] =>
  days
    .filter((_, at) => at % size === 0)
    .map(({ day }, index) => mergeDays(day, days.slice(index * size, (index + 1) * size)));

const mergeDays = (day: string, days: readonly Day[]): Day => ({
  day,
  paidOrders: sum(days.map(({ paidOrders }) => paidOrders)),
  salesBeforeGst: toRupees(sum(days.map(({ salesBeforeGst }) => toPaise(salesBeforeGst)))),
  plays: sum(days.map(({ plays }) => plays)),
  minutesWatched: sum(days.map(({ minutesWatched }) => minutesWatched)),
});

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

export interface Series {
  name: string;
  labels: string[];
  values: number[];
  /** Text alternative of the chart. */
  sentence: string;
  display: (value: number) => string;
  comparison?: { values: number[]; name: string };
}

const wholeMinutes = (value: number): string => displayNumber(Math.round(value));

export function seriesOf(bins: readonly Day[], size: number): Series[] {
  const binName = size === 1 ? text.byDay : text.byWeek;
  const seriesFor = (
    name: string,
    field: 'salesBeforeGst' | 'minutesWatched',
    display: Series['display'],
  ): Series => {
    const labels = bins.map(({ day }) => displayPlainDay(day));
    const values = bins.map((bin) => bin[field]);
    return {
      name,
      labels,
      values,
      sentence: sentenceOf({ name, labels, values, display }),
      display,
    };
  };
  return [
    seriesFor(text.salesPer(binName), 'salesBeforeGst', displayWholeRupees),
    seriesFor(text.minutesPer(binName), 'minutesWatched', wholeMinutes),
  ];
}

function sentenceOf({ name, labels, values, display }: Omit<Series, 'sentence'>): string {
  const [first = '', last = ''] = [labels[0], labels.at(-1)];
  const most = Math.max(0, ...values);
  return most === 0
    ? text.summaryOfNothing(name, first, last)
    : text.summary(
        name,
        first,
        last,
        display(sum(values)),
        display(most),
        labels[values.indexOf(most)] ?? '',
      );
}

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
      displayPlainDay(day),
      displayNumber(paidOrders),
      displayWholeRupees(salesBeforeGst),
      displayNumber(plays),
      wholeMinutes(minutesWatched),
    ],
  })),
});
