import type { MovieSales } from '#contract/producer.ts';
import { houseDay, houseDayStart } from '#domain/fiscal-year.ts';
import { DAY } from '#domain/limits.ts';
import { toRupees } from '#domain/pricing.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { ownMovie } from '../own.ts';
import { countCountries, playsByDay, salesByDay } from './queries.ts';

/** How an own film sold and was watched in the last `days` days, today among them, by the clock of the house. Throws movie_not_found. */
export async function readSales(deps: Deps, viewer: Viewer, movieId: number, days: number): Promise<MovieSales> {
  await ownMovie(deps, viewer, movieId);
  const { db } = deps;
  const until = deps.now();
  const span = Array.from({ length: days }, (_, ago) => houseDay(new Date(until.getTime() - ago * DAY))).reverse();
  const within = { from: houseDayStart(span[0]!), until };
  const sold = new Map((await salesByDay(db, movieId, within)).map((row) => [row.day, row]));
  const played = new Map((await playsByDay(db, movieId, within)).map((row) => [row.day, row]));
  const sums = [...sold.values()];
  return {
    paidOrders: sums.reduce((total, { paidOrders }) => total + paidOrders, 0),
    salesBeforeGst: toRupees(sums.reduce((total, { sales }) => total + sales, 0)),
    countries: await countCountries(db, movieId, within),
    days: span.map((day) => ({
      day,
      paidOrders: sold.get(day)?.paidOrders ?? 0,
      salesBeforeGst: toRupees(sold.get(day)?.sales ?? 0),
      plays: played.get(day)?.plays ?? 0,
      minutesWatched: Math.round((played.get(day)?.minutes ?? 0) * 10) / 10,
    })),
  };
}
