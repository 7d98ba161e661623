import { atom, map } from 'nanostores';
import { fetchList, fetchMovieByKey, fetchUpcoming, searchMovies, type ListKind } from '#api/catalogue.ts';
import { fetchPublicReviews } from '#api/reviews.ts';
import { readItem } from '#api/tokens.ts';
import type { Movie } from '#contract/catalogue.ts';
import type { MovieFilter } from '#contract/criteria.ts';
import type { Page } from '#contract/page.ts';
import type { Review } from '#contract/reviews.ts';
import { commonMessages } from '#messages/common.ts';
import { href, matchRoute } from '#routes.ts';
import { goInstead } from './lib/navigate.ts';
import type { Status } from './lib/status.ts';
import { notify } from './notices.ts';

export type { ListKind };
/** What a reader asks of a list: its sort toggles and its selects. */
export type ListWish = Required<MovieFilter>;
const NO_WISH: ListWish = { languages: [], genreIds: [], sortBy: {} };

export interface MovieListState {
  movies: Movie[];
  total: number;
  page: number;
  status: Status;
  /** What the toggles and selects show; it becomes the list's own with Apply. */
  wish: ListWish;
}

/**
 * A list whose first page is already in the HTML: Load More appends, Apply and the sort toggles start again from page 1,
 * Reset clears them and reloads the unfiltered list (spec §4).
 */
export function createMovieList(first: Page<Movie>, fetchPage: (wish: ListWish, page: number) => Promise<Page<Movie>>) {
  const $state = map<MovieListState>({
    movies: first.content,
    total: first.totalElements,
    page: 1,
    status: first.totalElements === 0 ? 'noData' : 'success',
    wish: NO_WISH,
  });
  let applied: ListWish = NO_WISH;
  let newest = 0;

  async function load(page: number) {
    const mine = ++newest;
    $state.setKey('status', 'process');
    const found = await fetchPage(applied, page).catch(() => null);
    // Chosen: an answer that a later question has overtaken is dropped.
    if (mine !== newest) return;
    if (!found) return $state.setKey('status', 'error');
    const movies = page === 1 ? found.content : [...$state.get().movies, ...found.content];
    $state.set({ ...$state.get(), movies, page, total: found.totalElements, status: movies.length === 0 ? 'noData' : 'success' });
  }

  const wishFor = (part: Partial<ListWish>) => $state.setKey('wish', { ...$state.get().wish, ...part });
  const apply = () => {
    applied = $state.get().wish;
    return load(1);
  };
  return {
    $state,
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
    loadMore: () => load($state.get().page + 1),
    retry: () => load($state.get().movies.length === 0 ? 1 : $state.get().page + 1),
  };
}
export type MovieList = ReturnType<typeof createMovieList>;

export const createCatalogueList = (kind: ListKind, first: Page<Movie>) => createMovieList(first, (wish, page) => fetchList(kind, wish, page));
export const createUpcomingList = (first: Page<Movie>) => createMovieList(first, (_wish, page) => fetchUpcoming(page));

export interface SearchState {
  term: string;
  movies: Movie[];
  status: Status | 'idle';
}

const IDLE: SearchState = { term: '', movies: [], status: 'idle' };
const SEARCH_DELAY_MS = 250;

export const $search = atom<SearchState>(IDLE);
let waiting: ReturnType<typeof setTimeout> | undefined;
let asking = new AbortController();

/** Searches a moment after the last keystroke; only the newest term's answer is shown. */
export function searchFor(text: string) {
  const term = text.trim();
  if (term === $search.get().term) return;
  clearTimeout(waiting);
  asking.abort();
  if (!term) return $search.set(IDLE);
  $search.set({ term, movies: [], status: 'process' });
  waiting = setTimeout(() => ask(term), SEARCH_DELAY_MS);
}

async function ask(term: string) {
  asking = new AbortController();
  const found = await searchMovies(term, asking.signal).catch(() => null);
  if ($search.get().term !== term) return;
  const movies = found?.content ?? [];
  $search.set({ term, movies, status: !found ? 'error' : movies.length > 0 ? 'success' : 'noData' });
}

export const $publicFilm = atom<{ movie: Movie | null; reviews: Review[] }>({ movie: null, reviews: [] });

/** The film of a `/v/` address that the site's last build did not know. Spec §8: a failure says so and leads home. */
export async function openPublicFilm() {
  const key = matchRoute('publicMovie', globalThis.location.pathname)?.['movie_id'] ?? '';
  const movie = await fetchMovieByKey(key).catch(() => null);
  if (!movie) {
    notify('error', commonMessages.somethingWrong);
    return goInstead(href('home'));
  }
  if (readItem('userToken')) return goInstead(href('movieDetails', { movie_id: movie.movieId }));
  $publicFilm.set({ movie, reviews: [] });
  const reviews = await fetchPublicReviews(movie.movieId, 1).catch(() => null);
  if (reviews) $publicFilm.set({ movie, reviews: reviews.content });
}
