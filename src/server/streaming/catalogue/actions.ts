import type { Collection, Movie, MovieSummary } from '#contract/catalogue.ts';
import {
  SearchSyntaxError,
  isDefaultSearch,
  type Criterion,
  parseCriteria,
} from '#contract/criteria.ts';
import { toPage, offsetOf, type Page } from '#contract/page.ts';
import { DAY } from '#domain/limits/durations.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import type { PageQuery } from '../listing.ts';
import { movieNotFound } from '../not-found.ts';
import {
  activeCollections,
  allOf,
  allGenres,
  allLanguages,
  collectionEntries,
  startsLater,
  conditionOf,
  findMovie,
  viewerLanguagesOrder,
  isActive,
  isNotShort,
  isShort,
  isUsableDate,
  type Condition,
  type Listing,
  listMovies,
  movieCardsByIds,
  moviesByIds,
  orderOf,
  startsBefore,
  streamingFirstOrder,
  hasStarted,
} from './queries.ts';
import { rankByName, type NameMatch, similarTo, withSimilarity } from './search/queries.ts';
import { toMovie, toMovieSummary } from './wire.ts';

type Field = 'streamingStartDate' | 'releaseDate' | 'avgRating' | 'movieId' | 'movieName';
type ListQuery = PageQuery<Field> & { fields?: 'card' | undefined };
type FirstPage = 0 | 1;
type MoviePage = Page<Movie | MovieSummary>;

/** Chosen: "movies" are films and web series; short films have their own lists (spec §7). */
type ListName =
  | 'movies'
  | 'upcomingMovies'
  | 'nextWeek'
  | 'streamingNow'
  | 'shortFilms'
  | 'upcomingShortFilms';

interface PlainList {
  where: (now: Date) => Condition;
  descending: boolean;
  isStreamingFirst?: boolean;
}
const LISTS: Record<ListName, PlainList> = {
  movies: { where: () => isNotShort, descending: true, isStreamingFirst: true },
  upcomingMovies: { where: (now) => allOf(isNotShort, startsLater(now)), descending: false },
  nextWeek: {
    where: (now) =>
      allOf(isNotShort, startsLater(now), startsBefore(new Date(now.getTime() + 7 * DAY))),
    descending: false,
  },
  streamingNow: { where: (now) => allOf(isNotShort, hasStarted(now)), descending: true },
  shortFilms: { where: () => isShort, descending: true, isStreamingFirst: true },
  upcomingShortFilms: { where: (now) => allOf(isShort, startsLater(now)), descending: false },
};

/** The requested order applies within films of these languages and within all other films. */
const viewerLanguagesFirst = (viewer: Viewer | null) =>
  viewer ? [viewerLanguagesOrder(viewer.userId)] : [];

/** Films that stream now first (api.md). Chosen: the viewer's languages before that. */
const defaultOrder = (
  viewer: Viewer | null,
  now: Date,
  order: Listing['order'],
): Pick<Listing, 'prioritized' | 'order'> =>
  viewer
    ? { order: [...viewerLanguagesFirst(viewer), streamingFirstOrder(now), ...order] }
    : { prioritized: hasStarted(now), order };

export async function readMovieList(
  { db, now }: Deps,
  {
    viewer,
    name,
    query,
    firstPage,
  }: { viewer: Viewer | null; name: ListName; query: ListQuery; firstPage: FirstPage },
): Promise<MoviePage> {
  const { where, descending, isStreamingFirst = false } = LISTS[name];
  const sort = query.sort ?? { field: 'streamingStartDate' as const, descending };
  const order = [orderOf(sort.field, sort.descending)];
  const { movies, total } = await readPage(db, query, {
    where: allOf(isActive, where(now())),
    ...(isStreamingFirst && !query.sort
      ? defaultOrder(viewer, now(), order)
      : { order: [...viewerLanguagesFirst(viewer), ...order] }),
    limit: query.size,
    offset: offsetOf(query, firstPage),
  });
  return toPage<Movie | MovieSummary>(movies, total, query);
}

/** Reads only the columns of a card if the query asks for cards. */
async function readPage(db: Db, { fields }: ListQuery, listing: Listing) {
  if (fields === 'card') {
    const { rows, total } = await listMovies(db, listing, movieCardsByIds);
    return { movies: rows.map(toMovieSummary), total };
  }
  const { rows, total } = await listMovies(db, listing, moviesByIds);
  return { movies: rows.map(toMovie), total };
}

/**
 * Sorts of the criteria come before `sort=`. Without a sort, the best name matches come first;
 * without a name, films that stream now. Chosen: viewer languages come before `sort=`, but after
 * name matches. Sorts of the criteria ignore them, except the default search's. Chosen: similar
 * names (typing errors) only if no film matches movieNameLIKE. Throws `bad_search` with the item
 * and its position.
 */
export async function searchMovies(
  { db, now }: Deps,
  {
    viewer,
    query,
    firstPage,
  }: {
    viewer: Viewer | null;
    query: ListQuery & { search: string; movieType?: string | undefined };
    firstPage: FirstPage;
  },
): Promise<MoviePage> {
  const items = readCriteria(query.search);
  const name = items.find(isNameCriterion);
  const sorts = items
    .filter((item) => item.kind === 'sort')
    .map((item) => orderOf(item.field, item.descending));
  const querySort = query.sort ? [orderOf(query.sort.field, query.sort.descending)] : [];
  const typeCriteria: Criterion[] = query.movieType
    ? [{ kind: 'oneOf', field: 'movieType', values: query.movieType.split(';') }]
    : [];
  const newest = orderOf('streamingStartDate', true);
  const orderBy = (match: NameMatch): Pick<Listing, 'prioritized' | 'order'> => {
    if (isDefaultSearch(items) && !querySort.length) return defaultOrder(viewer, now(), sorts);
    if (sorts.length) return { order: [...sorts, ...querySort] };
    if (querySort.length) return { order: [...viewerLanguagesFirst(viewer), ...querySort] };
    return name
      ? { order: [...match.order, ...viewerLanguagesFirst(viewer), newest] }
      : defaultOrder(viewer, now(), [newest]);
  };
  const listing = (criteria: Criterion[], match: NameMatch): Listing => ({
    where: allOf(
      isActive,
      ...[...criteria, ...typeCriteria].map((item) => conditionOf(db, item)),
      match.where,
    ),
    ...orderBy(match),
    limit: query.size,
    offset: offsetOf(query, firstPage),
    isExpensiveMatch: name !== undefined,
  });
  const exact = await readPage(
    db,
    query,
    listing(items, name ? rankByName(name.value) : { order: [] }),
  );
  const similarMatch = name && exact.total === 0 ? similarTo(name.value) : null;
  const otherCriteria = items.filter((item) => item !== name);
  const { movies, total } = similarMatch
    ? await withSimilarity(db, (tx) => readPage(tx, query, listing(otherCriteria, similarMatch)))
    : exact;
  return toPage<Movie | MovieSummary>(movies, total, query);
}

const isNameCriterion = (item: Criterion): item is Criterion & { kind: 'like' } =>
  item.kind === 'like' && item.field === 'movieName';

function readCriteria(text: string): Criterion[] {
  try {
    return parseCriteria(text, (item) =>
      'value' in item && item.kind !== 'like' && !isUsableDate(item.field, item.value)
        ? 'a date is DD-MM-YYYY HH:mm:ss'
        : null,
    );
  } catch (error) {
    if (error instanceof SearchSyntaxError) throw new AppError('bad_search', [error.message]);
    throw error;
  }
}

/** Throws movie_not_found, also for a withdrawn film. */
export async function readMovie(
  { db }: Deps,
  by: { movieId: number } | { movieKey: string },
): Promise<Movie> {
  const row = await findMovie(db, by);
  if (row?.active !== 'Y') throw movieNotFound();
  return toMovie(row);
}

export const readLanguages = async ({ db }: Deps) => ({ content: await allLanguages(db) });
export const readGenres = async ({ db }: Deps) => ({ content: await allGenres(db) });

export async function readCollections({ db }: Deps): Promise<{ content: Collection[] }> {
  const entries = await collectionEntries(db);
  const rows = await moviesByIds(db, [...new Set(entries.map((each) => each.movieId))]);
  const movies = new Map(rows.map((row) => [row.movieId, toMovie(row)]));
  const moviesOf = Map.groupBy(entries, (each) => each.collectionId);
  const content = (await activeCollections(db)).map(({ collectionId, name, ordering }) => ({
    collectionId,
    name,
    ordering,
    active: 'Y' as const,
    movieCollections: (moviesOf.get(collectionId) ?? []).map(({ movieId }) => ({
      movie: movies.get(movieId) ?? throwError(new Error('a collection without its film')),
    })),
  }));
  return { content };
}
