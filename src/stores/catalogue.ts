import { atom } from 'nanostores';
import { fetchMovieByKey, searchMovies } from '#api/catalogue.ts';
import { fetchPublicReviews } from '#api/reviews.ts';
import { readItem } from '#api/tokens.ts';
import type { Movie } from '#contract/catalogue.ts';
import type { Review } from '#contract/reviews.ts';
import { commonMessages } from '#messages/common.ts';
import { href, matchRoute } from '#routes.ts';
import { goInstead } from './lib/navigate.ts';
import type { Status } from './lib/status.ts';
import { notify } from './notices.ts';

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
