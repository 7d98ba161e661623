import type { ProducerSales, SalesPeriod, SalesSum } from '#contract/producer.ts';
import { compareNames } from '#domain/format/compare-names.ts';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { CURRENCY } from '#domain/limits/money.ts';
import { PRODUCER_SALES_DAYS } from '#domain/limits/producer.ts';
import type { Config } from '../../../config/config.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { listOwnMovies } from '../queries.ts';
import { calculateGroup } from '../statements/calculate.ts';
import { findTicketGroupsOfOwner, type MovieTicketGroup } from '../statements/queries.ts';
import { lastDays } from './actions.ts';
import { playsOfOwner } from './queries.ts';

const WEEK_DAYS = 7;

/** The tickets or the plays of a film on one day. */
interface Entry {
  movieId: number;
  day: string;
  plays: number;
  sales: SalesSum[];
}

/**
 * All films in the producer's channels. Amounts follow the rules of statements: a refund counts on
 * its own day.
 */
export async function readProducerSales(deps: Deps, { userId }: Viewer): Promise<ProducerSales> {
  const { cinemaDays, range } = lastDays(deps, PRODUCER_SALES_DAYS);
  const [films, groups, plays] = await Promise.all([
    listOwnMovies(deps.db, userId),
    findTicketGroupsOfOwner(deps.db, userId, range),
    playsOfOwner(deps.db, userId, range),
  ]);
  const entries: Entry[] = [
    ...groups.map((group) => toEntry(deps.config, group)),
    ...plays.map((each) => ({ ...each, sales: [] })),
  ];
  const byDay = Map.groupBy(entries, ({ day }) => day);
  const byMovie = Map.groupBy(entries, ({ movieId }) => movieId);
  const weeks = weeksOf(cinemaDays);
  const ranked = films
    .map((film) => ({ ...film, ...sumWithWeeks(byMovie.get(film.movieId) ?? [], weeks) }))
    .toSorted(bySales);
  return {
    ...sumWithWeeks(entries, weeks),
    days: cinemaDays.map((day) => ({ day, ...sumOf(byDay.get(day) ?? []) })),
    movies: ranked.slice(0, PAGE_SIZES.producer),
    movieCount: films.length,
  };
}

function toEntry(config: Config, group: MovieTicketGroup): Entry {
  const { tickets, taxable, producerShare } = calculateGroup(config, group).sums;
  const { movieId, currency, period: day } = group;
  return {
    movieId,
    day,
    plays: 0,
    sales: [{ currency, tickets, salesBeforeGst: taxable, producerShare }],
  };
}

const weeksOf = (days: readonly string[]) => ({
  lastWeek: new Set(days.slice(-WEEK_DAYS)),
  weekBefore: new Set(days.slice(-2 * WEEK_DAYS, -WEEK_DAYS)),
});

const sumWithWeeks = (
  entries: readonly Entry[],
  { lastWeek, weekBefore }: ReturnType<typeof weeksOf>,
) => ({
  ...sumOf(entries),
  lastWeek: sumOf(entries.filter(({ day }) => lastWeek.has(day))),
  weekBefore: sumOf(entries.filter(({ day }) => weekBefore.has(day))),
});

function sumOf(entries: readonly Entry[]): SalesPeriod {
  const byCurrency = Map.groupBy(
    entries.flatMap(({ sales }) => sales),
    ({ currency }) => currency,
  );
  return {
    plays: entries.reduce((total, { plays }) => total + plays, 0),
    sales: [...byCurrency.values()].map(addSales).toSorted(cinemaCurrencyFirst),
  };
}

const addSales = (sums: readonly SalesSum[]): SalesSum =>
  sums.reduce((total, each) => ({
    currency: total.currency,
    tickets: total.tickets + each.tickets,
    salesBeforeGst: total.salesBeforeGst + each.salesBeforeGst,
    producerShare: total.producerShare + each.producerShare,
  }));

const cinemaCurrencyFirst = (one: SalesSum, two: SalesSum) =>
  Number(two.currency === CURRENCY) - Number(one.currency === CURRENCY) ||
  compareNames(one.currency, two.currency);

// Chosen: amounts of different currencies are not added, so the cinema's currency decides first,
// then tickets and plays.
function bySales(one: SalesPeriod, two: SalesPeriod): number {
  const [first, second] = [rankOf(one), rankOf(two)];
  const difference = first.findIndex((value, index) => value !== second[index]);
  return difference < 0 ? 0 : second[difference]! - first[difference]!;
}

const rankOf = ({ sales, plays }: SalesPeriod) => [
  sales.find(({ currency }) => currency === CURRENCY)?.salesBeforeGst ?? 0,
  sales.reduce((total, { tickets }) => total + tickets, 0),
  plays,
];
