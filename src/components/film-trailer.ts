import type { Movie } from '#contract/catalogue.ts';
import { fromWire } from '#domain/dates.ts';
import { trailerAddress } from '#domain/film.ts';
import { videoHref } from '#islands/catalogue/film/video-href.ts';

/** The absolute address of what everybody may watch of a film: its trailer, else its teaser; null without one that is a file. */
export function publicTrailer(movie: Movie, site: URL): string | null {
  const address = trailerAddress(movie);
  const url = address && new URL(videoHref(address), site);
  return url && url.pathname.endsWith('.mp4') ? url.href : null;
}

/**
 * Chosen: nobody wrote down when a trailer came in; it was there when its film came into the catalogue, or when that opened,
 * whichever was first. Never the moment of the build, which would make every page of a film to come anew each time.
 */
export function trailerDate({
  createdOn,
  releaseDate,
  streamingStartDate,
}: Pick<Movie, 'createdOn' | 'releaseDate' | 'streamingStartDate'>): Date {
  const known = [createdOn, releaseDate, streamingStartDate].flatMap((date) => (date ? (fromWire(date) ?? []) : []));
  return new Date(Math.min(...known.map((date) => date.getTime())));
}
