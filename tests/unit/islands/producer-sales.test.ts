import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import type { MovieSales, ProducerSales } from '#contract/producer.ts';
import { changeText, dayRows, salesFigures, ticketDays } from '#stores/producer/all-sales.ts';
import { salesBars } from '#stores/producer/sales-bars.ts';
import {
  groupIntoBins,
  binSizeFor,
  seriesOf,
  seriesTable,
  SPANS_DAYS,
} from '#stores/producer/sales-series.ts';
import { toPaise } from '#domain/pricing.ts';
import { producerMessages as text } from '#messages/producer.ts';

type Day = MovieSales['days'][number];
const dayAfter = (first: string, count: number) =>
  new Date(Date.parse(first) + count * 86_400_000).toISOString().slice(0, 10);
const days = (orders: number[], first = '2026-11-08'): Day[] =>
  orders.map((paidOrders, index) => ({
    day: dayAfter(first, index),
    paidOrders,
    salesBeforeGst: paidOrders * 74.5,
    plays: paidOrders,
    minutesWatched: paidOrders * 100.5,
  }));

// Sample data of two weeks.
const TWO_WEEKS = days([14, 22, 31, 18, 12, 9, 16, 27, 44, 38, 20, 17, 23, 35]);

describe('bars of fourteen days', () => {
  const { bars, sentence } = salesBars(TWO_WEEKS);

  test('only the highest bar has its number, and it has full height', () => {
    expect(bars.filter(({ count }) => count !== null)).toMatchObject([
      { day: '2026-11-16', count: 44, height: 1 },
    ]);
    expect(bars[4]!.height).toBeCloseTo(12 / 44);
  });

  test('four bars have dates', () =>
    expect(bars.flatMap(({ date }) => date ?? [])).toEqual([
      '8 Nov',
      '12 Nov',
      '16 Nov',
      '21 Nov',
    ]));

  test('the sentence names the span and the highest day', () =>
    expect(sentence).toBe('Paid orders per day, 8 Nov to 21 Nov. Most: 44 on 16 Nov'));

  test('the first of two highest days has the number', () =>
    expect(salesBars(days([0, 3, 3])).bars.map(({ count }) => count)).toEqual([null, 3, null]));

  test('two weeks without orders have no bars, and the sentence says that there are none', () => {
    const none = salesBars(days(Array<number>(14).fill(0)));
    expect(none.bars.every(({ height, count }) => height === 0 && count === null)).toBe(true);
    expect(none.sentence).toBe('Paid orders per day, 8 Nov to 21 Nov. None in this period');
  });

  test('no days give no bars', () => expect(salesBars([]).bars).toEqual([]));
});

describe('longer spans', () => {
  test.each([
    [28, 1],
    [91, 7],
    [364, 7],
  ])('of %i days have %i days per bar, and no bar is incomplete', (span, size) => {
    expect(binSizeFor(span)).toBe(size);
    expect(span % size).toBe(0);
  });
  test('are 4, 13 and 52 weeks', () => expect(SPANS_DAYS).toEqual([28, 91, 364]));

  test('bins keep the sums of their days to the paisa', () => {
    const someDays = fc.array(
      fc.record({
        paidOrders: fc.nat(500),
        paise: fc.nat(10_000_000),
        plays: fc.nat(500),
        minutes: fc.nat(90_000),
      }),
      { minLength: 1, maxLength: 366 },
    );
    const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
    fc.assert(
      fc.property(someDays, fc.constantFrom(1, 7), (given, size) => {
        const all = given.map(({ paidOrders, paise, plays, minutes }, index) => ({
          day: dayAfter('2026-01-01', index),
          paidOrders,
          salesBeforeGst: paise / 100,
          plays,
          minutesWatched: minutes,
        }));
        const bins = groupIntoBins(all, size);
        expect(bins).toHaveLength(Math.ceil(all.length / size));
        for (const [index, { day }] of bins.entries()) expect(day).toBe(all[index * size]!.day);
        expect(sum(bins.map(({ salesBeforeGst }) => toPaise(salesBeforeGst)))).toBe(
          sum(given.map(({ paise }) => paise)),
        );
        for (const name of ['paidOrders', 'plays', 'minutesWatched'] as const)
          expect(sum(bins.map((bin) => bin[name]))).toBe(sum(all.map((each) => each[name])));
      }),
    );
  });

  test('a chart’s sentence names the span, the sum and the highest value', () => {
    const [sales, minutes] = seriesOf(TWO_WEEKS, 1);
    expect(sales!.sentence).toBe(
      'Sales before GST by day, 8 Nov to 21 Nov: ₹24,287 in total, most ₹3,278 on 16 Nov',
    );
    expect(minutes!.sentence).toBe(
      'Minutes watched by day, 8 Nov to 21 Nov: 32,763 in total, most 4,422 on 16 Nov',
    );
    expect(seriesOf(days([0, 0]), 7)[0]!.sentence).toBe(
      'Sales before GST by week, 8 Nov to 9 Nov: none',
    );
  });

  test('the table has a row for each bar', () => {
    const { heads, rows } = seriesTable(groupIntoBins(TWO_WEEKS, 7), 7);
    expect(heads).toEqual([
      'Week from',
      'Paid orders',
      'Sales before GST',
      'Plays',
      'Minutes watched',
    ]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['8 Nov', '122', '₹9,089', '122', '12,261'],
      ['15 Nov', '204', '₹15,198', '204', '20,502'],
    ]);
  });
});

describe('all films', () => {
  const period = (
    tickets: number,
    rupees: number,
    plays = 0,
    otherCurrencies: ProducerSales['sales'] = [],
  ) => ({
    plays,
    sales: [
      { currency: 'INR', tickets, salesBeforeGst: rupees * 100, producerShare: rupees * 70 },
      ...otherCurrencies,
    ],
  });
  const euros = { currency: 'EUR', tickets: 2, salesBeforeGst: 1000, producerShare: 800 };
  const sales: ProducerSales = {
    ...period(1200, 178_800, 31, [euros]),
    lastWeek: period(12, 1788, 4, [euros]),
    weekBefore: period(15, 894, 4),
    days: [
      { day: '2026-11-20', ...period(-1, -149) },
      { day: '2026-11-21', ...period(3, 447) },
    ],
    movies: [],
    movieCount: 0,
  };

  test('show four figures; tickets of all currencies are counted together, amounts are not', () => {
    const figures = salesFigures(sales);
    expect(figures.map(({ value, otherCurrencyAmounts }) => [value, otherCurrencyAmounts])).toEqual(
      [
        ['1,202', ''],
        ['₹1,78,800', '€10'],
        ['₹1,25,160', '€8'],
        ['31', ''],
      ],
    );
    expect(figures.map(({ change }) => changeText(change))).toEqual([
      text.lessThanBefore('1'),
      text.moreThanBefore('₹894'),
      text.moreThanBefore('₹626'),
      text.sameAsBefore,
    ]);
  });

  test('say why an amount in another currency is negative', () => {
    const refunded = { currency: 'USD', tickets: -1, salesBeforeGst: -400, producerShare: -300 };
    expect(
      salesFigures({ ...sales, ...period(1, 149, 0, [refunded]) }).map(
        (figure) => figure.otherCurrencyAmounts,
      ),
    ).toEqual(['', '−$4 after refunds in USD', '−$3 after refunds in USD', '']);
  });

  test('without sales show zeros in rupees', () => {
    const none = { plays: 0, sales: [] };
    const figures = salesFigures({
      ...none,
      lastWeek: none,
      weekBefore: none,
      days: [],
      movies: [],
      movieCount: 0,
    });
    expect(figures.map(({ value }) => value)).toEqual(['0', '₹0', '₹0', '0']);
  });

  test('a table cell has a line for each currency with an amount', () => {
    const day = { day: '2026-11-21', ...period(3, 447, 0, [euros]) };
    expect(dayRows([day])[0]!.cells).toEqual([['5'], ['₹447', '€10'], ['₹313', '€8'], ['0']]);
  });

  test('a day with more refunds than sales has no bar, and its row shows the loss', () => {
    expect(ticketDays(sales.days).map(({ paidOrders }) => paidOrders)).toEqual([0, 3]);
    expect(dayRows(sales.days)).toMatchObject([
      { name: '21 Nov', cells: [['3'], ['₹447'], ['₹313'], ['0']] },
      { name: '20 Nov', cells: [['−1'], ['−₹149'], ['−₹104'], ['0']] },
    ]);
  });
});
