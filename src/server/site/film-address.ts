import { filmFile } from '#domain/film-file.ts';
import { href, matchRoute, routes, shellPath } from '#routes.ts';
import type { MovieState } from './queries.ts';

/** `files`: the first of them that the release has is shown. */
export type Visit = { status: 200 | 404 | 410; files: string[] } | { status: 301; to: string };

const SHELL = shellPath(routes.publicMovie.path);
const WATCH_SHELL = shellPath(routes.watchLink.path);
export const NOT_FOUND: Visit = { status: 404, files: ['/404.html'] };
// A release from before the page has only the other one.
const GONE: Visit = { status: 410, files: ['/410', '/404.html'] };

/**
 * What an address under `/v/` leads to; null for any other address. The database has the last word: a film that was withdrawn
 * since the last build is gone although its page is still there, and a newer one is shown by the shell.
 */
export async function filmVisit(
  path: string,
  stateOf: (movieKey: string) => Promise<MovieState>,
): Promise<Visit | null> {
  const { movie_name: name, movie_id: key } = matchRoute('publicMovie', path) ?? matchRoute('watchLink', path) ?? {};
  if (key === undefined) return null;
  const page = filmFile(key);
  const files = page ? [page, SHELL] : [SHELL];
  const state = await stateOf(key).catch(() => null);
  // The catalogue does not answer: the pages that were built can still be read.
  if (!state) return { status: 200, files: name === undefined ? [WATCH_SHELL] : files };
  if (state.is === 'withdrawn') return GONE;
  if (state.is === 'unknown') return NOT_FOUND;
  if (name !== state.slug) return { status: 301, to: href('publicMovie', { movie_name: state.slug, movie_id: key }) };
  return { status: 200, files };
}
