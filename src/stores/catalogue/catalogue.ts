import { atom } from 'nanostores';
import { fetchGenres, fetchLanguages, fetchMovieByKey, searchMovies } from '#api/catalogue.ts';
import { fetchPublicReviews } from '#api/reviews.ts';
import { readItem } from '#api/browser-storage.ts';
import type { Movie, MovieSummary } from '#contract/catalogue.ts';
import type { Review } from '#contract/reviews.ts';
import { fold } from '#domain/fold.ts';
import { nativeLanguageName } from '#domain/languages.ts';
import { SEARCH_MAX_LETTERS } from '#domain/limits/catalogue.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { href, matchRoute } from '#routes.ts';
import { replacePage, replacePageKeepingQuery } from '../lib/navigate.ts';
import { rememberFilmSource } from '../link-source.ts';
import type { Status } from '../lib/task.ts';
import { notifyOnNextPage } from '../notices/notices.ts';

interface SearchedList {
  name: string;
  /** What the list holds: `All films in Tamil`. */
  title: string;
  href: string;
}

interface SearchState {
  term: string;
  /** Lists whose language or genre begins with the term. They stand above the films. */
  lists: SearchedList[];
  movies: MovieSummary[];
  status: Status | 'idle';
  /** The entered text was too long; `term` is only its beginning. */
  isCut: boolean;
  /** Enter was pressed before the results arrived: the first of them opens when they do. */
  isEntered: boolean;
}

const IDLE: SearchState = {
  term: '',
  lists: [],
  movies: [],
  status: 'idle',
  isCut: false,
  isEntered: false,
};
const SEARCH_DELAY_MS = 250;

export const $search = atom<SearchState>(IDLE);
let searchTimer: ReturnType<typeof setTimeout> | undefined;
let searchAbort = new AbortController();

/** Searches after a short delay. Returns the text cut to the maximum length. */
export function searchFor(typed: string): string {
  const cut = Array.from(typed).slice(0, SEARCH_MAX_LETTERS).join('');
  const isCut = cut !== typed;
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
  const [found, lists] = await Promise.all([
    searchMovies(term, searchAbort.signal).catch(() => null),
    findLists(term).catch(() => []),
  ]);
  if ($search.get().term !== term) return;
  const movies = found?.content ?? [];
  const status = !found ? 'error' : movies.length + lists.length > 0 ? 'success' : 'noData';
  $search.set({ ...$search.get(), lists, movies, status });
}

/** Chosen: two letters begin nearly every word, so a list needs three. */
const MIN_LIST_LETTERS = 3;
let listsOfCatalogue: Promise<(SearchedList & { names: string[] })[]> | undefined;

async function findLists(term: string): Promise<SearchedList[]> {
  const typed = fold(term);
  if (Array.from(typed).length < MIN_LIST_LETTERS) return [];
  // After an error, the next search tries again.
  listsOfCatalogue ??= fetchFilterLists().catch((error) => {
    listsOfCatalogue = undefined;
    throw error;
  });
  return (await listsOfCatalogue).filter(({ names }) =>
    names.some((name) => fold(name).startsWith(typed)),
  );
}

async function fetchFilterLists() {
  const [languages, genres] = await Promise.all([fetchLanguages(), fetchGenres()]);
  return [
    ...languages.map(({ languageName: name }) => ({
      name,
      names: [name, nativeLanguageName(name)?.text ?? name],
      title: text.allInLanguage(name),
      href: href('moviesByLanguage', { languages: name }),
    })),
    ...genres.map(({ genreName: name }) => ({
      name,
      names: [name],
      title: text.allOfGenre(name),
      href: href('moviesByGenre', { genres: name }),
    })),
  ];
}

/**
 * Chosen: there is no results page. Enter opens the first result when the results arrive, and
 * repeats a failed search.
 */
export function enterSearch() {
  const { term, status } = $search.get();
  if (status !== 'process' && status !== 'error') return;
  $search.set({ ...$search.get(), status: 'process', isEntered: true });
  if (status === 'error' || searchTimer !== undefined) void runSearch(term);
}

export function cancelEnter() {
  if ($search.get().isEntered) $search.set({ ...$search.get(), isEntered: false });
}

export const $publicFilm = atom<{ movie: Movie | null; reviews: Review[] }>({
  movie: null,
  reviews: [],
});

/**
 * For a `/v/` page that the last build did not contain. Spec §8: an error shows a toast and opens
 * the home page.
 */
export async function openPublicFilm() {
  const key = matchRoute('publicMovie', globalThis.location.pathname)?.['movie_id'] ?? '';
  const movie = await fetchMovieByKey(key).catch(() => null);
  if (!movie) {
    notifyOnNextPage('error', commonMessages.somethingWrong);
    return replacePage(href('home'));
  }
  if (readItem('userToken'))
    return replacePageKeepingQuery(href('movieDetails', { movie_id: movie.movieId }));
  rememberFilmSource(movie.movieId);
  $publicFilm.set({ movie, reviews: [] });
  const reviews = await fetchPublicReviews(movie.movieId, 1).catch(() => null);
  if (reviews) $publicFilm.set({ movie, reviews: reviews.content });
}
