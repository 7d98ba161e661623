import { filmPagePath } from '#domain/film-page-path.ts';
import { href, matchRoute, routes, shellPath } from '#routes.ts';
import type { MovieState } from './queries.ts';

/** `files`: the first file that exists is sent. */
export type PathResolution =
  | { status: 200 | 404 | 410; files: string[] }
  | { status: 301; to: string };

const FILM_SHELL = shellPath(routes.publicMovie.path);
const WATCH_SHELL = shellPath(routes.watchLink.path);
export const NOT_FOUND: PathResolution = { status: 404, files: ['/404.html'] };
// Releases of older versions have no 410 page.
const WITHDRAWN: PathResolution = { status: 410, files: ['/410', '/404.html'] };

/**
 * Null outside `/v/`. The database decides: a film withdrawn after the build answers 410, a newer
 * film gets the shell.
 */
export async function resolveFilmPath(
  path: string,
  stateOf: (movieKey: string) => Promise<MovieState>,
): Promise<PathResolution | null> {
  const { movie_name: slug, movie_id: key } =
    matchRoute('publicMovie', path) ?? matchRoute('watchLink', path) ?? {};
  if (key === undefined) return null;
  const page = filmPagePath(key);
  const files = page ? [page, FILM_SHELL] : [FILM_SHELL];
  const state = await stateOf(key).catch(() => null);
  // Without the database, the built pages are served.
  if (!state) return { status: 200, files: slug === undefined ? [WATCH_SHELL] : files };
  if (state.kind === 'withdrawn') return WITHDRAWN;
  if (state.kind === 'unknown') return NOT_FOUND;
  if (slug !== state.slug)
    return { status: 301, to: href('publicMovie', { movie_name: state.slug, movie_id: key }) };
  return { status: 200, files };
}
