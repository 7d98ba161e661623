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

/** Chosen: nobody wrote down when a trailer came in; it was there when the film opened, and for a film to come it is there today. */
export function trailerDate(
  { releaseDate, streamingStartDate }: Pick<Movie, 'releaseDate' | 'streamingStartDate'>,
  now: Date,
): Date {
  const opened = [releaseDate, streamingStartDate].flatMap((date) => (date ? (fromWire(date) ?? []) : []));
  return new Date(Math.min(now.getTime(), ...opened.map((date) => date.getTime())));
}
