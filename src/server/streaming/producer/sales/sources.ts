import type { MovieSources } from '#contract/producer.ts';
import { firstOf, lastOf } from '#domain/existing.ts';
import { compareNames } from '#domain/format/compare-names.ts';
import { OTHER_LINK_SOURCE } from '#domain/link-source.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { requireOwnMovie } from '../ownership.ts';
import { lastDays } from './actions.ts';
import { ordersBySource, visitsBySource } from './queries.ts';

/** Chosen: what a person reads. The other sources are added to one row. */
const MAX_SOURCES = 100;

type Source = MovieSources['sources'][number];

/** The last `days` days including today, in the time zone of the cinema. Throws movie_not_found. */
export async function readSources({
  deps,
  viewer,
  movieId,
  days,
}: {
  deps: Deps;
  viewer: Viewer;
  movieId: number;
  days: number;
}) {
  const movie = await requireOwnMovie(deps, viewer, movieId);
  const { cinemaDays, range } = lastDays(deps, days);
  const [firstDay, lastDay] = [firstOf(cinemaDays), lastOf(cinemaDays)];
  const [visits, sold] = await Promise.all([
    visitsBySource({ db: deps.db, movieId, firstDay, lastDay }),
    ordersBySource(deps.db, movieId, range),
  ]);
  const visitsOf = new Map(visits.map((each) => [each.linkSource, each.visits]));
  const soldOf = new Map(sold.map((each) => [each.linkSource, each.paidOrders]));
  const names = new Set([...visitsOf.keys(), ...soldOf.keys()].filter((name) => name !== null));
  const all = [...names].map((linkSource) => ({
    linkSource,
    visits: visitsOf.get(linkSource) ?? 0,
    paidOrders: soldOf.get(linkSource) ?? 0,
  }));
  const sources: MovieSources = {
    firstDay,
    lastDay,
    sources: withLongTailAdded(all),
    paidOrdersWithoutSource: soldOf.get(null) ?? 0,
  };
  return { movie, sources };
}

function withLongTailAdded(all: readonly Source[]): Source[] {
  const sorted = all.toSorted(byTickets);
  const own = sorted
    .filter(({ linkSource }) => linkSource !== OTHER_LINK_SOURCE)
    .slice(0, MAX_SOURCES);
  const others = sorted.filter((source) => !own.includes(source));
  if (others.length === 0) return own;
  const other = others.reduce((sum, { visits, paidOrders }) => ({
    linkSource: OTHER_LINK_SOURCE,
    visits: sum.visits + visits,
    paidOrders: sum.paidOrders + paidOrders,
  }));
  return [...own, { ...other, linkSource: OTHER_LINK_SOURCE }];
}

const byTickets = (one: Source, two: Source) =>
  two.paidOrders - one.paidOrders ||
  two.visits - one.visits ||
  compareNames(one.linkSource, two.linkSource);
