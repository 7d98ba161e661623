import type { Movie } from '#contract/catalogue.ts';
import { fromWire } from '#domain/dates.ts';
import { trailerUrl } from '#domain/film.ts';
import { videoHref } from '#islands/catalogue/film/video-href.ts';

/** Absolute URL of the public trailer or teaser; null if there is none or it is not an MP4 file. */
export function publicTrailer(movie: Movie, site: URL): string | null {
  const address = trailerUrl(movie);
  const url = address && new URL(videoHref(address), site);
  return url && url.pathname.endsWith('.mp4') ? url.href : null;
}

/**
 * Chosen: the film's earliest known date, as no upload date is stored. The build time would change
 * every film page.
 */
export function trailerDate({
  createdOn,
  releaseDate,
  streamingStartDate,
}: Pick<Movie, 'createdOn' | 'releaseDate' | 'streamingStartDate'>): Date {
  const knownDates = [createdOn, releaseDate, streamingStartDate].flatMap((date) =>
    date ? (fromWire(date) ?? []) : [],
  );
  return new Date(Math.min(...knownDates.map((date) => date.getTime())));
}
