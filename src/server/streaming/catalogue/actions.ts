import type { Collection, Movie } from '#contract/catalogue.ts';
import { BadSearch, choosesNothing, type Criterion, parseCriteria } from '#contract/criteria.ts';
import { asPage, offsetOf, type Page, type Sort } from '#contract/page.ts';
import { DAY } from '#domain/limits.ts';
import { detailMessages as text } from '#messages/details.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import {
  activeCollections,
  all,
  allGenres,
  allLanguages,
  collectionEntries,
  comes,
  conditionOf,
  findMovie,
  inLanguagesOf,
  isActive,
  isNoShort,
  isShort,
  isUsableDate,
  type Condition,
  type Listing,
  listMovies,
  moviesByIds,
  orderOf,
  startsBefore,
  streamingFirst,
  streams,
} from './queries.ts';
import { matchesOf, type NameMatch, similarTo, withSimilarity } from './search/queries.ts';
import { toMovie } from './wire.ts';

type Field = 'streamingStartDate' | 'releaseDate' | 'avgRating' | 'movieId' | 'movieName';
export interface ListQuery {
  page: number;
  size: number;
  sort?: Sort<Field> | undefined;
}
type Base = 0 | 1;

/**
 * The plain lists. Chosen: "movies" are films and web series; short films have lists of their own (spec §7), so they stay
 * out of these.
 */
export type ListName = 'movies' | 'upcomingMovies' | 'nextWeek' | 'streamingNow' | 'shortFilms' | 'upcomingShortFilms';

interface PlainList {
  where: (now: Date) => Condition;
  descending: boolean;
  /** Holds films that stream and films that do not yet. */
  isMixed?: boolean;
}
const LISTS: Record<ListName, PlainList> = {
  movies: { where: () => isNoShort, descending: true, isMixed: true },
  upcomingMovies: { where: (now) => all(isNoShort, comes(now)), descending: false },
  nextWeek: {
    where: (now) => all(isNoShort, comes(now), startsBefore(new Date(now.getTime() + 7 * DAY))),
    descending: false,
  },
  streamingNow: { where: (now) => all(isNoShort, streams(now)), descending: true },
  shortFilms: { where: () => isShort, descending: true, isMixed: true },
  upcomingShortFilms: { where: (now) => all(isShort, comes(now)), descending: false },
};

/** For a viewer, films in their languages come first, then the others, each in the order asked for. */
const languagesFirst = (viewer: Viewer | null) => (viewer ? [inLanguagesOf(viewer.userId)] : []);

/**
 * The order of a list that nobody chose one for: films that stream now before those that do not yet (api.md, decided in
 * November 2026). Chosen: a viewer's languages come before that too, as before every other order that is not chosen.
 */
const unchosenOrder = (viewer: Viewer | null, now: Date, order: Listing['order']): Pick<Listing, 'first' | 'order'> =>
  viewer ? { order: [...languagesFirst(viewer), streamingFirst(now), ...order] } : { first: streams(now), order };

/** One page of a list; a public call never shows a film whose `active` is not Y. */
export async function list(
  { db, now }: Deps,
  viewer: Viewer | null,
  name: ListName,
  query: ListQuery,
  base: Base,
): Promise<Page<Movie>> {
  const { where, descending, isMixed = false } = LISTS[name];
  const sort = query.sort ?? { field: 'streamingStartDate' as const, descending };
  const order = [orderOf(sort.field, sort.descending)];
  const { rows, total } = await listMovies(db, {
    where: all(isActive, where(now())),
    ...(isMixed && !query.sort
      ? unchosenOrder(viewer, now(), order)
      : { order: [...languagesFirst(viewer), ...order] }),
    limit: query.size,
    offset: offsetOf(query, base),
  });
  return asPage(rows.map(toMovie), total, query);
}

/**
 * Search by criteria; their own sorts come before `sort=`. Without a sort, a name's best matches come first, and where no name
 * is looked for the films that stream now. The sort of a list that chose nothing is none.
 * Chosen: a viewer's languages come before `sort=`, as in the lists, but never before the criteria's own sorts or the best
 * match of a name, which say what is looked for.
 * Chosen: where no film has the name of movieNameLIKE, those with a similar one (typing errors) stand in; so what "contains"
 * finds is never mixed with guesses. Throws `bad_search` naming the item and its position.
 */
export async function search(
  { db, now }: Deps,
  viewer: Viewer | null,
  query: ListQuery & { search: string; movieType?: string | undefined },
  base: Base,
): Promise<Page<Movie>> {
  const items = readCriteria(query.search);
  const name = items.find(isName);
  const sorts = items.filter((item) => item.kind === 'sort').map((item) => orderOf(item.field, item.descending));
  const own = query.sort ? [orderOf(query.sort.field, query.sort.descending)] : [];
  const byType: Criterion[] = query.movieType
    ? [{ kind: 'oneOf', field: 'movieType', values: query.movieType.split(';') }]
    : [];
  const newest = orderOf('streamingStartDate', true);
  const orderBy = (match: NameMatch): Pick<Listing, 'first' | 'order'> => {
    if (choosesNothing(items) && !own.length) return unchosenOrder(viewer, now(), sorts);
    if (sorts.length) return { order: [...sorts, ...own] };
    if (own.length) return { order: [...languagesFirst(viewer), ...own] };
    return name
      ? { order: [...match.order, ...languagesFirst(viewer), newest] }
      : unchosenOrder(viewer, now(), [newest]);
  };
  const listing = (criteria: Criterion[], match: NameMatch): Listing => ({
    where: all(isActive, ...[...criteria, ...byType].map((item) => conditionOf(db, item)), match.where),
    ...orderBy(match),
    limit: query.size,
    offset: offsetOf(query, base),
    isDear: name !== undefined,
  });
  const found = await listMovies(db, listing(items, name ? matchesOf(name.value) : { order: [] }));
  const similar = name && found.total === 0 ? similarTo(name.value) : null;
  const others = items.filter((item) => item !== name);
  const { rows, total } = similar ? await withSimilarity(db, (tx) => listMovies(tx, listing(others, similar))) : found;
  return asPage(rows.map(toMovie), total, query);
}

const isName = (item: Criterion): item is Criterion & { kind: 'like' } =>
  item.kind === 'like' && item.field === 'movieName';

function readCriteria(text: string): Criterion[] {
  try {
    const items = parseCriteria(text);
    items.forEach((item, index) => {
      if ('value' in item && item.kind !== 'like' && !isUsableDate(item.field, item.value)) {
        throw new BadSearch(`${item.field} ${item.value}`, index + 1, 'a date is DD-MM-YYYY HH:mm:ss');
      }
    });
    return items;
  } catch (error) {
    if (error instanceof BadSearch) throw new AppError('malformed', 'bad_search', error.message);
    throw error;
  }
}

/** One film for everybody; a withdrawn or unknown one is 404 `movie_not_found`. */
export async function readMovie({ db }: Deps, by: { movieId: number } | { movieKey: string }): Promise<Movie> {
  const row = await findMovie(db, by);
  if (row?.active !== 'Y') throw new AppError('not_found', 'movie_not_found', text.notFound);
  return toMovie(row);
}

export const readLanguages = async ({ db }: Deps) => ({ content: await allLanguages(db) });
export const readGenres = async ({ db }: Deps) => ({ content: await allGenres(db) });

export async function readCollections({ db }: Deps): Promise<{ content: Collection[] }> {
  const entries = await collectionEntries(db);
  const movies = new Map(
    (await moviesByIds(db, [...new Set(entries.map((each) => each.movieId))])).map((row) => [
      row.movieId,
      toMovie(row),
    ]),
  );
  const moviesOf = Map.groupBy(entries, (each) => each.collectionId);
  const content = (await activeCollections(db)).map(({ collectionId, name, ordering }) => ({
    collectionId,
    name,
    ordering,
    active: 'Y' as const,
    movieCollections: (moviesOf.get(collectionId) ?? []).map(({ movieId }) => ({
      movie: movies.get(movieId) ?? raise(new Error('a collection without its film')),
    })),
  }));
  return { content };
}
