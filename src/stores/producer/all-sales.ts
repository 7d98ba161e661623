import type { ProducerSales, SalesPeriod, SalesSum } from '#contract/producer.ts';
import { displayPlainDay } from '#domain/format/plain-days.ts';
import { displayWholeAmount } from '#domain/format/report-money.ts';
import { displaySigned } from '#domain/format/signed-numbers.ts';
import { CURRENCY } from '#domain/limits/money.ts';
import { producerMessages as text, statementMessages } from '#messages/producer.ts';

type AmountField = 'salesBeforeGst' | 'producerShare';

/** Over all currencies. */
const ticketCount = ({ sales }: SalesPeriod): number =>
  sales.reduce((total, { tickets }) => total + tickets, 0);

const NOTHING: SalesSum = { currency: CURRENCY, tickets: 0, salesBeforeGst: 0, producerShare: 0 };
/** The contract lists the cinema's currency first. */
const firstSum = ({ sales }: SalesPeriod): SalesSum => sales[0] ?? NOTHING;
const amountIn = ({ sales }: SalesPeriod, currency: string, field: AmountField): number =>
  sales.find((each) => each.currency === currency)?.[field] ?? 0;

/** `₹1,235`, `$12`: currencies are never added. Further currencies only with an amount. */
const displayAmounts = (period: SalesPeriod, field: AmountField): string[] =>
  shownSums(period, field).map((sum) => displayWholeAmount(sum[field], sum.currency));
const shownSums = (period: SalesPeriod, field: AmountField): [SalesSum, ...SalesSum[]] => [
  firstSum(period),
  ...period.sales.slice(1).filter((sum) => sum[field] !== 0),
];

/** `€8`, `−$3 after refunds in USD`. */
function amountText(sum: SalesSum, field: AmountField): string {
  const shown = displayWholeAmount(sum[field], sum.currency);
  return sum[field] < 0 ? text.afterRefunds(shown, sum.currency) : shown;
}

/** The last week beside the week before it. */
export interface Change {
  lastWeek: string;
  /** Sign of the change. */
  direction: number;
  /** Without a sign. */
  difference: string;
}

const changeOf = (last: number, before: number, display: (value: number) => string): Change => ({
  lastWeek: display(last),
  direction: Math.sign(last - before),
  difference: display(Math.abs(last - before)),
});

type WithWeeks = Pick<ProducerSales, 'plays' | 'sales' | 'lastWeek' | 'weekBefore'>;

/** In the first currency. */
export function amountChange(period: WithWeeks, field: AmountField): Change {
  const { currency } = firstSum(period);
  const amountOf = (week: SalesPeriod) => amountIn(week, currency, field);
  return changeOf(amountOf(period.lastWeek), amountOf(period.weekBefore), (value) =>
    displayWholeAmount(value, currency),
  );
}

export function changeText({ direction, difference }: Change): string {
  if (direction === 0) return text.sameAsBefore;
  return direction > 0 ? text.moreThanBefore(difference) : text.lessThanBefore(difference);
}

export interface Figure {
  name: string;
  value: string;
  otherCurrencyAmounts: string;
  change: Change;
}

export function salesFigures(sales: ProducerSales): Figure[] {
  const { lastWeek, weekBefore } = sales;
  const amountFigure = (field: AmountField): Figure => {
    const [first, ...otherSums] = shownSums(sales, field);
    return {
      name: statementMessages.lines[field === 'producerShare' ? field : 'taxable'],
      value: displayWholeAmount(first[field], first.currency),
      otherCurrencyAmounts: otherSums.map((sum) => amountText(sum, field)).join(' · '),
      change: amountChange(sales, field),
    };
  };
  const countFigure = (name: string, countOf: (period: SalesPeriod) => number): Figure => ({
    name,
    value: displaySigned(countOf(sales)),
    otherCurrencyAmounts: '',
    change: changeOf(countOf(lastWeek), countOf(weekBefore), displaySigned),
  });
  return [
    countFigure(statementMessages.lines.tickets, ticketCount),
    amountFigure('salesBeforeGst'),
    amountFigure('producerShare'),
    countFigure(statementMessages.plays, ({ plays }) => plays),
  ];
}

/**
 * Input of `salesBars`, with tickets as `paidOrders`. A day with more refunds than sales has no
 * bar.
 */
export const ticketDays = (days: ProducerSales['days']) =>
  days.map((each) => ({ day: each.day, paidOrders: Math.max(0, ticketCount(each)) }));

export const FIGURE_HEADS = [
  statementMessages.lines.tickets,
  statementMessages.lines.taxable,
  statementMessages.lines.producerShare,
  statementMessages.plays,
] as const;

/**
 * In the order of `FIGURE_HEADS`. The lines of each cell: the first currency, then further ones.
 */
export const figureCells = (period: SalesPeriod): string[][] => [
  [displaySigned(ticketCount(period))],
  displayAmounts(period, 'salesBeforeGst'),
  displayAmounts(period, 'producerShare'),
  [displaySigned(period.plays)],
];

/** Newest first. */
export const dayRows = (days: ProducerSales['days']) =>
  days
    .toReversed()
    .map((each) => ({ day: each.day, name: displayPlainDay(each.day), cells: figureCells(each) }));
