import { map } from 'nanostores';
import type { z } from 'zod';
import { fetchList, fetchMyList, fetchUpcoming, type ListKind } from '#api/catalogue.ts';
import type { Genre, Language, Movie } from '#contract/catalogue.ts';
import type { MovieFilter } from '#contract/criteria.ts';
import type { Page } from '#contract/page.ts';
import { fold } from '#domain/fold.ts';
import { listAddress, wishAt, type AddressedWish } from './lib/list-address.ts';
import { myLanguages } from './lib/my-languages.ts';
import { here, onReturn, showAddress } from './lib/navigate.ts';
import type { Status } from './lib/status.ts';

export type { ListKind };
/** What a reader asks of a list: its sort toggles and its selects. */
export type ListWish = Required<MovieFilter>;
export const NO_WISH: ListWish = { languages: [], genreIds: [], sortBy: {} };

export interface MovieListState {
  movies: Movie[];
  total: number;
  page: number;
  status: Status;
  /** What is being waited for: a list in place of this one, or more of it. */
  awaits: 'first' | 'more' | null;
  /** What the toggles and selects show; it becomes the list's own with Apply. */
  wish: ListWish;
  /** What the films that are shown were asked for with. */
  applied: ListWish;
  /** Names in the address that no film here is listed under. */
  unknown: string[];
  /** Whether films in the viewer's languages come first. */
  inMyLanguages: boolean;
}

type FetchPage = (wish: ListWish, page: number, inMyLanguages: boolean) => Promise<Page<Movie>>;
interface ListOptions {
  applied?: ListWish;
  /** Whether a wish is shown with the viewer's languages first; asked at page 1, as pages of two orders do not fit together. */
  isMine?: (wish: ListWish) => boolean;
}

/**
 * A list whose first page is in the HTML, or which has none yet (`first` null) and waits for `open`: Load More appends, another
 * wish starts again from page 1 (spec §4).
 */
export function createMovieList(
  first: Page<Movie> | null,
  fetchPage: FetchPage,
  { applied = NO_WISH, isMine = () => false }: ListOptions = {},
) {
  const $state = map<MovieListState>({
    movies: first?.content ?? [],
    total: first?.totalElements ?? 0,
    page: 1,
    status: !first ? 'process' : first.totalElements === 0 ? 'noData' : 'success',
    awaits: first ? null : 'first',
    wish: applied,
    applied,
    unknown: [],
    inMyLanguages: false,
  });
  let newest = 0;

  async function load(page: number) {
    const mine = ++newest;
    $state.set({ ...$state.get(), status: 'process', awaits: page === 1 ? 'first' : 'more' });
    const { applied, ...before } = $state.get();
    const inMyLanguages = page === 1 ? isMine(applied) : before.inMyLanguages;
    const found = await fetchPage(applied, page, inMyLanguages).catch(() => null);
    // Chosen: an answer that a later question has overtaken is dropped.
    if (mine !== newest) return;
    if (!found) return $state.setKey('status', 'error');
    show(found, page, inMyLanguages);
  }

  function show({ content, totalElements, totalPages }: Page<Movie>, page: number, inMyLanguages: boolean) {
    const before = page === 1 ? [] : $state.get().movies;
    const shown = new Set(before.map(({ movieId }) => movieId));
    // A film that began to stream meanwhile moved to the front, and pushed one that is shown on to this page.
    const movies = [...before, ...content.filter(({ movieId }) => !shown.has(movieId))];
    const total = page < totalPages ? totalElements : movies.length;
    const status = movies.length === 0 ? 'noData' : 'success';
    $state.set({ ...$state.get(), movies, page, total, status, awaits: null, inMyLanguages });
  }

  /** Puts the viewer's own order in the place of everybody's, which was in the HTML; what is shown stays until it is there. */
  async function putMineFirst() {
    const { applied, inMyLanguages } = $state.get();
    if (inMyLanguages || !isMine(applied)) return;
    const mine = ++newest;
    const found = await fetchPage(applied, 1, true).catch(() => null);
    if (found && mine === newest) show(found, 1, true);
  }

  /** Shows another wish; `unknown` alone is answered without a question. */
  function open(wish: ListWish, unknown: string[] = []) {
    const isHopeless = unknown.length > 0 && wish.languages.length + wish.genreIds.length === 0;
    $state.set({ ...$state.get(), wish, applied: wish, unknown });
    if (!isHopeless) return load(1);
    newest += 1;
    return $state.set({ ...$state.get(), movies: [], total: 0, page: 1, status: 'noData', awaits: null });
  }

  return {
    $state,
    open,
    putMineFirst,
    loadMore: () => load($state.get().page + 1),
    retry: () => load($state.get().awaits === 'more' ? $state.get().page + 1 : 1),
  };
}

export const createUpcomingList = (first: Page<Movie>) => createMovieList(first, (_wish, page) => fetchUpcoming(page));

export interface FilterChoices {
  languages: z.infer<typeof Language>[];
  genres: z.infer<typeof Genre>[];
}
interface CatalogueListOptions extends FilterChoices {
  first: Page<Movie> | null;
  applied: ListWish;
}

/** A list with filters, which stand in the page's address: Apply changes it, Back and Forward follow it, a link opens it. */
export function createCatalogueList(kind: ListKind, { first, applied, languages, genres }: CatalogueListOptions) {
  const fetchPage: FetchPage = (wish, page, inMyLanguages) =>
    (inMyLanguages ? fetchMyList : fetchList)(kind, wish, page);
  const list = createMovieList(first, fetchPage, { applied, isMine: goesByMyLanguages });
  const { $state } = list;

  /** As the selects list them, so that one filter has one address. */
  const inOrder = (wish: ListWish): ListWish => ({
    ...wish,
    languages: languages.map(({ languageName }) => languageName).filter((name) => wish.languages.includes(name)),
    genreIds: genres.map(({ genreId }) => genreId).filter((id) => wish.genreIds.includes(id)),
  });
  const named = (wish: ListWish): AddressedWish => ({
    languages: wish.languages,
    genres: genres.filter(({ genreId }) => wish.genreIds.includes(genreId)).map(({ genreName }) => genreName),
    sortBy: { rating: wish.sortBy.rating ?? false, dates: wish.sortBy.dates ?? false },
  });
  const understood = (asked: AddressedWish) => {
    const spoken = split(
      asked.languages,
      (name) => languages.find(({ languageName }) => isSame(languageName, name))?.languageName,
    );
    const kinds = split(asked.genres, (name) => genres.find(({ genreName }) => isSame(genreName, name))?.genreId);
    const sortBy = { ...(asked.sortBy.rating && { rating: true }), ...(asked.sortBy.dates && { dates: true }) };
    const unknown = [...spoken.unknown, ...kinds.unknown];
    return { wish: inOrder({ languages: spoken.known, genreIds: kinds.known, sortBy }), unknown };
  };
  const addressOf = (wish: ListWish) => listAddress(kind, named(wish));

  const wishFor = (part: Partial<ListWish>) => $state.setKey('wish', { ...$state.get().wish, ...part });
  const apply = () => {
    const wish = inOrder($state.get().wish);
    showAddress(addressOf(wish));
    return list.open(wish);
  };
  /** Follows the address; a page that shows it already stays as it is. */
  const follow = () => {
    const { wish, unknown } = understood(wishAt(kind, here()));
    const { applied, movies, unknown: before } = $state.get();
    const isShown = movies.length > 0 && addressOf(applied) === addressOf(wish) && before.join() === unknown.join();
    return isShown ? list.putMineFirst() : list.open(wish, unknown);
  };

  return {
    ...list,
    wishFor,
    apply,
    sort: (by: MovieFilter['sortBy']) => {
      wishFor({ sortBy: { ...$state.get().wish.sortBy, ...by } });
      return apply();
    },
    reset: () => {
      wishFor(NO_WISH);
      return apply();
    },
    /** Reads the address now and whenever Back or Forward change it. Gives what ends that. */
    followAddress: () => {
      void follow();
      return onReturn(() => void follow());
    },
  };
}
export type MovieList = ReturnType<typeof createCatalogueList>;

/** Chosen: a sort toggle says what comes first, and within one language there is nothing to put first. */
const goesByMyLanguages = ({ sortBy, languages }: ListWish) =>
  !sortBy.rating && !sortBy.dates && languages.length !== 1 && myLanguages().length > 0;

const isSame = (one: string, other: string) => fold(one) === fold(other);

/** The names that mean something here, as what they mean, and those that do not. */
function split<Meaning>(names: string[], meaningOf: (name: string) => Meaning | undefined) {
  const meant = names.map((name) => ({ name, meaning: meaningOf(name) }));
  return {
    known: meant.flatMap(({ meaning }) => (meaning === undefined ? [] : [meaning])),
    unknown: meant.flatMap(({ name, meaning }) => (meaning === undefined ? [name] : [])),
  };
}
