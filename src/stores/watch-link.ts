import { fetchMovieByKey } from '#api/catalogue.ts';
import { readItem } from '#api/tokens.ts';
import { movieSlug } from '#domain/slug.ts';
import { commonMessages } from '#messages/common.ts';
import { href, matchRoute } from '#routes.ts';
import { goInstead } from './lib/navigate.ts';
import { notify } from './notices.ts';

/** Goes on from a film's short link to its page, a signed-in viewer to its details (spec §2). A failure says so and leads home (spec §8). */
export async function followWatchLink() {
  const key = matchRoute('watchLink', globalThis.location.pathname)?.['movie_id'] ?? '';
  const movie = await fetchMovieByKey(key).catch(() => null);
  if (!movie) {
    notify('error', commonMessages.somethingWrong);
    return goInstead(href('home'));
  }
  const { movieId, movieKey, movieName } = movie;
  return goInstead(
    readItem('userToken')
      ? href('movieDetails', { movie_id: movieId })
      : href('publicMovie', { movie_name: movieSlug(movieName), movie_id: movieKey }),
  );
}
