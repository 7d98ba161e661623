import { atom } from 'nanostores';
import { fetchMovieByKey, searchMovies } from '#api/catalogue.ts';
import { fetchPublicReviews } from '#api/reviews.ts';
import { readItem } from '#api/tokens.ts';
import type { Movie } from '#contract/catalogue.ts';
import type { Review } from '#contract/reviews.ts';
import { SEARCH_MAX_LETTERS } from '#domain/limits.ts';
import { commonMessages } from '#messages/common.ts';
import { href, matchRoute } from '#routes.ts';
import { goInstead } from './lib/navigate.ts';
import type { Status } from './lib/status.ts';
import { notify } from './notices.ts';

export interface SearchState {
  term: string;
  movies: Movie[];
  status: Status | 'idle';
  /** Whether what was typed or pasted was too long, and the term is only its beginning. */
  isCut: boolean;
  /** Whether Enter was pressed before the answer was there: its first film is to be opened. */
  isEntered: boolean;
}

const IDLE: SearchState = { term: '', movies: [], status: 'idle', isCut: false, isEntered: false };
const SEARCH_DELAY_MS = 250;

export const $search = atom<SearchState>(IDLE);
let waiting: ReturnType<typeof setTimeout> | undefined;
let asking = new AbortController();

/** Searches a moment after the last keystroke; only the newest term's answer is shown. Gives what may stay in the field. */
export function searchFor(text: string): string {
  const kept = Array.from(text).slice(0, SEARCH_MAX_LETTERS).join('');
  const isCut = kept !== text;
  const term = kept.trim();
  if (term !== $search.get().term) begin(term);
  if (term && isCut) $search.set({ ...$search.get(), isCut });
  return kept;
}

function begin(term: string) {
  clearTimeout(waiting);
  asking.abort();
  if (!term) return $search.set(IDLE);
  $search.set({ ...IDLE, term, status: 'process' });
  waiting = setTimeout(() => ask(term), SEARCH_DELAY_MS);
}

async function ask(term: string) {
  clearTimeout(waiting);
  waiting = undefined;
  asking = new AbortController();
  const found = await searchMovies(term, asking.signal).catch(() => null);
  if ($search.get().term !== term) return;
  const movies = found?.content ?? [];
  const status = !found ? 'error' : movies.length > 0 ? 'success' : 'noData';
  $search.set({ ...$search.get(), movies, status });
}

/**
 * Enter before the answer is there. Chosen: it opens the first film when that comes, as Enter does with the answer in sight; the
 * specification has no page of results. A search that failed is asked again.
 */
export function enterSearch() {
  const { term, status } = $search.get();
  if (status !== 'process' && status !== 'error') return;
  $search.set({ ...$search.get(), status: 'process', isEntered: true });
  if (status === 'error' || waiting !== undefined) void ask(term);
}

/** Somebody who goes on to something else no longer waits for the first film. */
export function forgetEnter() {
  if ($search.get().isEntered) $search.set({ ...$search.get(), isEntered: false });
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
