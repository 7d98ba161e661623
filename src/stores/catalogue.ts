import { atom } from 'nanostores';
import { fetchMovieByKey, searchMovies } from '#api/catalogue.ts';
import { fetchPublicReviews } from '#api/reviews.ts';
import { readItem } from '#api/tokens.ts';
import type { Movie } from '#contract/catalogue.ts';
import type { Review } from '#contract/reviews.ts';
import { SEARCH_MAX_LETTERS } from '#domain/limits.ts';
import { commonMessages } from '#messages/common.ts';
import { href, matchRoute } from '#routes.ts';
import { replacePage } from './lib/navigate.ts';
import type { Status } from './lib/task.ts';
import { notify } from './notices.ts';

interface SearchState {
  term: string;
  movies: Movie[];
  status: Status | 'idle';
  /** The entered text was too long; `term` is only its beginning. */
  isCut: boolean;
  /** Enter was pressed before the results arrived: the first film opens when they do. */
  isEntered: boolean;
}

const IDLE: SearchState = { term: '', movies: [], status: 'idle', isCut: false, isEntered: false };
const SEARCH_DELAY_MS = 250;

export const $search = atom<SearchState>(IDLE);
let searchTimer: ReturnType<typeof setTimeout> | undefined;
let searchAbort = new AbortController();

/** Searches after a short delay. Returns the text cut to the maximum length. */
export function searchFor(text: string): string {
  const cut = Array.from(text).slice(0, SEARCH_MAX_LETTERS).join('');
  const isCut = cut !== text;
  const term = cut.trim();
  if (term !== $search.get().term) startSearch(term);
  if (term && isCut) $search.set({ ...$search.get(), isCut });
  return cut;
}

function startSearch(term: string) {
  clearTimeout(searchTimer);
  searchAbort.abort();
  if (!term) return $search.set(IDLE);
  $search.set({ ...IDLE, term, status: 'process' });
  searchTimer = setTimeout(() => runSearch(term), SEARCH_DELAY_MS);
}

async function runSearch(term: string) {
  clearTimeout(searchTimer);
  searchTimer = undefined;
  searchAbort = new AbortController();
  const found = await searchMovies(term, searchAbort.signal).catch(() => null);
  if ($search.get().term !== term) return;
  const movies = found?.content ?? [];
  const status = !found ? 'error' : movies.length > 0 ? 'success' : 'noData';
  $search.set({ ...$search.get(), movies, status });
}

/** Chosen: there is no results page. Enter opens the first film when the results arrive, and repeats a failed search. */
export function enterSearch() {
  const { term, status } = $search.get();
  if (status !== 'process' && status !== 'error') return;
  $search.set({ ...$search.get(), status: 'process', isEntered: true });
  if (status === 'error' || searchTimer !== undefined) void runSearch(term);
}

export function cancelEnter() {
  if ($search.get().isEntered) $search.set({ ...$search.get(), isEntered: false });
}

export const $publicFilm = atom<{ movie: Movie | null; reviews: Review[] }>({ movie: null, reviews: [] });

/** For a `/v/` page that the last build did not contain. Spec §8: an error shows a toast and opens the home page. */
export async function openPublicFilm() {
  const key = matchRoute('publicMovie', globalThis.location.pathname)?.['movie_id'] ?? '';
  const movie = await fetchMovieByKey(key).catch(() => null);
  if (!movie) {
    notify('error', commonMessages.somethingWrong);
    return replacePage(href('home'));
  }
  if (readItem('userToken')) return replacePage(href('movieDetails', { movie_id: movie.movieId }));
  $publicFilm.set({ movie, reviews: [] });
  const reviews = await fetchPublicReviews(movie.movieId, 1).catch(() => null);
  if (reviews) $publicFilm.set({ movie, reviews: reviews.content });
}
