import { fetchMovieByKey } from '#api/catalogue.ts';
import { readItem } from '#api/browser-storage.ts';
import { movieSlug } from '#domain/slug.ts';
import { commonMessages } from '#messages/common.ts';
import { href, matchRoute } from '#routes.ts';
import { replacePage, replacePageKeepingQuery } from '../lib/navigate.ts';
import { notifyOnNextPage } from '../notices/notices.ts';

/**
 * Opens the film page, for signed-in viewers the details (spec §2). An error shows a toast and
 * opens the home page (spec §8).
 */
export async function followWatchLink() {
  const key = matchRoute('watchLink', globalThis.location.pathname)?.['movie_id'] ?? '';
  const movie = await fetchMovieByKey(key).catch(() => null);
  if (!movie) {
    notifyOnNextPage('error', commonMessages.somethingWrong);
    return replacePage(href('home'));
  }
  const { movieId, movieKey, movieName } = movie;
  return replacePageKeepingQuery(
    readItem('userToken')
      ? href('movieDetails', { movie_id: movieId })
      : href('publicMovie', { movie_name: movieSlug(movieName), movie_id: movieKey }),
  );
}
