import type { MovieSales } from '#contract/producer.ts';
import { displayPlainDay } from '#domain/format/plain-days.ts';
import { producerMessages as text } from '#messages/producer.ts';

type Day = Pick<MovieSales['days'][number], 'day' | 'paidOrders'>;

export interface Bar {
  day: string;
  /** Share of the highest bar, 0 to 1. */
  height: number;
  /** Set for the highest bar only. */
  count: number | null;
  /** Set for four bars. */
  date: string | null;
}

const DATE_COUNT = 4;

export function salesBars(
  days: readonly Day[],
  titleFor: (from: string, to: string) => string = text.ordersPerDay,
): { bars: Bar[]; sentence: string } {
  const highestCount = Math.max(0, ...days.map(({ paidOrders }) => paidOrders));
  const highest = days.find(({ paidOrders }) => highestCount > 0 && paidOrders === highestCount);
  const last = days.length - 1;
  // First, last and two between; the spacing leaves room for the last one.
  const datedIndexes = new Set(
    Array.from({ length: DATE_COUNT - 1 }, (_, n) =>
      Math.round((n * last) / (DATE_COUNT - 0.75)),
    ).concat(last),
  );
  const bars = days.map((each, index) => ({
    day: each.day,
    height: highestCount === 0 ? 0 : each.paidOrders / highestCount,
    count: each === highest ? highestCount : null,
    date: datedIndexes.has(index) ? displayPlainDay(each.day) : null,
  }));
  return { bars, sentence: sentenceOf(days, highest, titleFor) };
}

function sentenceOf(
  days: readonly Day[],
  highest: Day | undefined,
  titleFor: (from: string, to: string) => string,
): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return text.noneInSpan;
  const title = titleFor(displayPlainDay(first.day), displayPlainDay(last.day));
  const highestText = highest
    ? text.mostOn(highest.paidOrders, displayPlainDay(highest.day))
    : text.noneInSpan;
  return `${title} ${highestText}`;
}
