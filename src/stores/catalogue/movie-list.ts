import { map } from 'nanostores';
import type { z } from 'zod';
import { fetchList, fetchMyList, fetchUpcoming, type ListKind } from '#api/catalogue.ts';
import type { Genre, Language, MovieSummary } from '#contract/catalogue.ts';
import type { MovieFilter } from '#contract/criteria.ts';
import type { Page } from '#contract/page.ts';
import { fold } from '#domain/fold.ts';
import { listUrl, readUrlFilter, type UrlFilter } from './list-url.ts';
import { myLanguages } from './my-languages.ts';
import { currentLocation, onBackOrForward, pushUrl } from '../lib/navigate.ts';
import type { Status } from '../lib/task.ts';

export type { ListKind };
export type ListFilter = Required<MovieFilter>;
export const NO_FILTER: ListFilter = { languages: [], genreIds: [], sortBy: {} };

export interface MovieListState {
  movies: MovieSummary[];
  total: number;
  page: number;
  status: Status;
  /** The page that is loading or has failed: the first, or the next one for Load More. */
  requestedPage: 'first' | 'more' | null;
  /** The state of the toggles and selects; Apply makes it the applied filter. */
  selected: ListFilter;
  applied: ListFilter;
  /** Names in the URL that match no language or genre. */
  unknown: string[];
  isMyLanguagesFirst: boolean;
}

type FetchPage = (
  filter: ListFilter,
  page: number,
  isMyLanguagesFirst: boolean,
) => Promise<Page<MovieSummary>>;
interface ListOptions {
  applied?: ListFilter;
  /**
   * Decides whether films in the viewer's languages come first. Evaluated at page 1, because all
   * pages need the same order.
   */
  usesMyLanguages?: (filter: ListFilter) => boolean;
}

/** Spec §4. `first`: the page in the HTML; null if the list waits for `open`. */
function createMovieList(
  first: Page<MovieSummary> | null,
  fetchPage: FetchPage,
  { applied = NO_FILTER, usesMyLanguages = () => false }: ListOptions = {},
) {
  const $state = map<MovieListState>({
    movies: first?.content ?? [],
    total: first?.totalElements ?? 0,
    page: 1,
    status: !first ? 'process' : first.totalElements === 0 ? 'noData' : 'success',
    requestedPage: first ? null : 'first',
    selected: applied,
    applied,
    unknown: [],
    isMyLanguagesFirst: false,
  });
  let newestRequest = 0;

  async function load(page: number) {
    const request = ++newestRequest;
    $state.set({
      ...$state.get(),
      status: 'process',
      requestedPage: page === 1 ? 'first' : 'more',
    });
    const { applied, ...previous } = $state.get();
    const isMyLanguagesFirst = page === 1 ? usesMyLanguages(applied) : previous.isMyLanguagesFirst;
    const found = await fetchPage(applied, page, isMyLanguagesFirst).catch(() => null);
    // Chosen: a response to an older request is dropped.
    if (request !== newestRequest) return;
    if (!found) return $state.setKey('status', 'error');
    showPage(found, page, isMyLanguagesFirst);
  }

  function showPage(
    { content, totalElements, totalPages }: Page<MovieSummary>,
    page: number,
    isMyLanguagesFirst: boolean,
  ) {
    const previous = page === 1 ? [] : $state.get().movies;
    const shown = new Set(previous.map(({ movieId }) => movieId));
    // A film that started to stream meanwhile moves to the front, so a shown film can be on this
    // page again.
    const movies = [...previous, ...content.filter(({ movieId }) => !shown.has(movieId))];
    const total = page < totalPages ? totalElements : movies.length;
    const status = movies.length === 0 ? 'noData' : 'success';
    $state.set({
      ...$state.get(),
      movies,
      page,
      total,
      status,
      requestedPage: null,
      isMyLanguagesFirst,
    });
  }

  async function showMyLanguagesFirst() {
    const { applied, isMyLanguagesFirst } = $state.get();
    if (isMyLanguagesFirst || !usesMyLanguages(applied)) return;
    const request = ++newestRequest;
    const found = await fetchPage(applied, 1, true).catch(() => null);
    if (found && request === newestRequest) showPage(found, 1, true);
  }

  function open(filter: ListFilter, unknown: string[] = []) {
    const hasOnlyUnknownNames =
      unknown.length > 0 && filter.languages.length + filter.genreIds.length === 0;
    $state.set({ ...$state.get(), selected: filter, applied: filter, unknown });
    if (!hasOnlyUnknownNames) return load(1);
    newestRequest += 1;
    return $state.set({
      ...$state.get(),
      movies: [],
      total: 0,
      page: 1,
      status: 'noData',
      requestedPage: null,
    });
  }

  return {
    $state,
    open,
    showMyLanguagesFirst,
    loadMore: () => load($state.get().page + 1),
    retry: () => load($state.get().requestedPage === 'more' ? $state.get().page + 1 : 1),
  };
}

export const createUpcomingList = (first: Page<MovieSummary>) =>
  createMovieList(first, (_filter, page) => fetchUpcoming(page));

export interface FilterChoices {
  languages: z.infer<typeof Language>[];
  genres: z.infer<typeof Genre>[];
}
export interface ListLink {
  name: string;
  href: string;
}
interface CatalogueListOptions extends FilterChoices {
  first: Page<MovieSummary> | null;
  applied: ListFilter;
}

export function createCatalogueList(
  kind: ListKind,
  { first, applied, languages, genres }: CatalogueListOptions,
) {
  const fetchPage: FetchPage = (filter, page, isMyLanguagesFirst) =>
    (isMyLanguagesFirst ? fetchMyList : fetchList)(kind, filter, page);
  const list = createMovieList(first, fetchPage, { applied, usesMyLanguages: isMyLanguagesOrder });
  const { $state } = list;

  /** In the order of the selects, so each filter has exactly one URL. */
  const inOrder = (filter: ListFilter): ListFilter => ({
    ...filter,
    languages: languages
      .map(({ languageName }) => languageName)
      .filter((name) => filter.languages.includes(name)),
    genreIds: genres.map(({ genreId }) => genreId).filter((id) => filter.genreIds.includes(id)),
  });
  const toUrlFilter = (filter: ListFilter): UrlFilter => ({
    languages: filter.languages,
    genres: genres
      .filter(({ genreId }) => filter.genreIds.includes(genreId))
      .map(({ genreName }) => genreName),
    sortBy: { rating: filter.sortBy.rating ?? false, dates: filter.sortBy.dates ?? false },
  });
  const fromUrlFilter = (urlFilter: UrlFilter) => {
    const languageNames = splitKnown(
      urlFilter.languages,
      (name) => languages.find(({ languageName }) => isSameName(languageName, name))?.languageName,
    );
    const genreNames = splitKnown(
      urlFilter.genres,
      (name) => genres.find(({ genreName }) => isSameName(genreName, name))?.genreId,
    );
    const sortBy = {
      rating: urlFilter.sortBy.rating || undefined,
      dates: urlFilter.sortBy.dates || undefined,
    };
    const unknown = [...languageNames.unknown, ...genreNames.unknown];
    return {
      filter: inOrder({ languages: languageNames.known, genreIds: genreNames.known, sortBy }),
      unknown,
    };
  };
  const urlOf = (filter: ListFilter) => listUrl(kind, toUrlFilter(filter));
  /** The lists of each filter alone, for when no film matches all filters. */
  const widerLists = ({ languages: names, genreIds }: ListFilter): ListLink[] => {
    if (names.length + genreIds.length < 2) return [];
    const only = (part: Partial<ListFilter>) => urlOf({ ...NO_FILTER, ...part });
    const chosenGenres = genres.filter(({ genreId }) => genreIds.includes(genreId));
    return [
      ...names.map((name) => ({ name, href: only({ languages: [name] }) })),
      ...chosenGenres.map(({ genreId, genreName }) => ({
        name: genreName,
        href: only({ genreIds: [genreId] }),
      })),
    ];
  };

  const select = (part: Partial<ListFilter>) =>
    $state.setKey('selected', { ...$state.get().selected, ...part });
  const apply = () => {
    const filter = inOrder($state.get().selected);
    pushUrl(urlOf(filter));
    return list.open(filter);
  };
  const showUrlFilter = () => {
    const { filter, unknown } = fromUrlFilter(readUrlFilter(kind, currentLocation()));
    const { applied, movies, unknown: shownUnknown } = $state.get();
    const isShown =
      movies.length > 0 &&
      urlOf(applied) === urlOf(filter) &&
      shownUnknown.join() === unknown.join();
    return isShown ? list.showMyLanguagesFirst() : list.open(filter, unknown);
  };

  return {
    ...list,
    widerLists,
    select,
    apply,
    sort: (by: MovieFilter['sortBy']) => {
      select({ sortBy: { ...$state.get().selected.sortBy, ...by } });
      return apply();
    },
    reset: () => {
      select(NO_FILTER);
      return apply();
    },
    /**
     * Applies the URL's filter now and after Back or Forward. Returns a function that removes the
     * listener.
     */
    followUrl: () => {
      void showUrlFilter();
      return onBackOrForward(() => void showUrlFilter());
    },
  };
}
export type MovieList = ReturnType<typeof createCatalogueList>;

/** Chosen: not with a sort toggle, and not for a single language. */
const isMyLanguagesOrder = ({ sortBy, languages }: ListFilter) =>
  !sortBy.rating && !sortBy.dates && languages.length !== 1 && myLanguages().length > 0;

const isSameName = (a: string, b: string) => fold(a) === fold(b);

function splitKnown<Value>(names: string[], findValue: (name: string) => Value | undefined) {
  const entries = names.map((name) => ({ name, value: findValue(name) }));
  return {
    known: entries.flatMap(({ value }) => (value === undefined ? [] : [value])),
    unknown: entries.flatMap(({ name, value }) => (value === undefined ? [name] : [])),
  };
}
