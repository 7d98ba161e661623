import type { MovieSales } from '#contract/producer.ts';
import { displayDayOfYear } from '#domain/dates.ts';
import { producerMessages as text } from '#messages/producer.ts';

type Day = Pick<MovieSales['days'][number], 'day' | 'paidOrders'>;

export interface Bar {
  day: string;
  /** Of the highest, 0 to 1. */
  height: number;
  /** Only the highest has its number written on it. */
  count: number | null;
  /** Four of them have their date written under them. */
  date: string | null;
}

const DATES = 4;

/** Paid orders by day as bars, and the sentence that says the same. */
export function salesBars(days: readonly Day[]): { bars: Bar[]; sentence: string } {
  const most = Math.max(0, ...days.map(({ paidOrders }) => paidOrders));
  const highest = days.find(({ paidOrders }) => most > 0 && paidOrders === most);
  const last = days.length - 1;
  // The first and the last, and two between that leave the last one room.
  const dated = new Set(
    Array.from({ length: DATES - 1 }, (_, n) => Math.round((n * last) / (DATES - 0.75))).concat(last),
  );
  const bars = days.map((each, index) => ({
    day: each.day,
    height: most === 0 ? 0 : each.paidOrders / most,
    count: each === highest ? most : null,
    date: dated.has(index) ? displayDayOfYear(each.day) : null,
  }));
  return { bars, sentence: sentenceOf(days, highest) };
}

function sentenceOf(days: readonly Day[], highest: Day | undefined): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return text.noneInSpan;
  const span = text.ordersPerDay(displayDayOfYear(first.day), displayDayOfYear(last.day));
  const most = highest ? text.mostOn(highest.paidOrders, displayDayOfYear(highest.day)) : text.noneInSpan;
  return `${span} ${most}`;
}
