import type { MovieSales } from '#contract/producer.ts';
import { firstOf } from '#domain/existing.ts';
import { cinemaDay, cinemaDayStart } from '#domain/fiscal-year.ts';
import { DAY } from '#domain/limits/durations.ts';
import { toRupees } from '#domain/pricing.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { requireOwnMovie } from '../ownership.ts';
import { countCountries, playsByDay, salesByDay } from './queries.ts';

/** Ends today, in the time zone of the cinema. */
export function lastDays({ now }: Pick<Deps, 'now'>, days: number) {
  const until = now();
  const cinemaDays = Array.from({ length: days }, (_, ago) =>
    cinemaDay(new Date(until.getTime() - ago * DAY)),
  ).reverse();
  return { cinemaDays, range: { from: cinemaDayStart(firstOf(cinemaDays)), until } };
}

/** The last `days` days including today, in the time zone of the cinema. Throws movie_not_found. */
export async function readSales({
  deps,
  viewer,
  movieId,
  days,
}: {
  deps: Deps;
  viewer: Viewer;
  movieId: number;
  days: number;
}): Promise<MovieSales> {
  await requireOwnMovie(deps, viewer, movieId);
  const { db } = deps;
  const { cinemaDays, range } = lastDays(deps, days);
  const sold = new Map((await salesByDay(db, movieId, range)).map((row) => [row.day, row]));
  const played = new Map((await playsByDay(db, movieId, range)).map((row) => [row.day, row]));
  const soldDays = [...sold.values()];
  return {
    paidOrders: soldDays.reduce((total, { paidOrders }) => total + paidOrders, 0),
    salesBeforeGst: toRupees(soldDays.reduce((total, { sales }) => total + sales, 0)),
    countries: await countCountries(db, movieId, range),
    days: cinemaDays.map((day) => ({
      day,
      paidOrders: sold.get(day)?.paidOrders ?? 0,
      salesBeforeGst: toRupees(sold.get(day)?.sales ?? 0),
      plays: played.get(day)?.plays ?? 0,
      minutesWatched: Math.round((played.get(day)?.minutes ?? 0) * 10) / 10,
    })),
  };
}
