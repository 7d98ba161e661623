import { fold } from './fold.ts';

/** What a film may be (spec §3, and MOVIES for the others), as it is kept. */
export const MOVIE_TYPES = ['MOVIES', 'SERIES', 'SHORTS', 'Trailer'] as const;

/** The pictures that a film may carry, as the wire names them. */
export interface FilmArt {
  moviePoster: string | null;
  webMoviePoster: string | null;
  webMovieDetail: string | null;
  webStreamingNow: string | null;
  thumbnail: string | null;
  image: string | null;
}

/** A film's English name where it says something else than its name; NINE LIGHTS is not Nine Lights a second time. */
export const secondName = ({ movieName, movieNameEn }: { movieName: string; movieNameEn: string | null }) =>
  movieNameEn && fold(movieNameEn) !== fold(movieName) ? movieNameEn : null;

/**
 * Whether a film may be on show. One that streams from a day on needs its package: its tickets could not be played. A Trailer plays its
 * trailer, and a film without that day is announced and not sold.
 */
export const canBeShown = (film: {
  movieType: string;
  streamingStartDate: Date | null;
  hasPackage: boolean;
}): boolean => film.hasPackage || film.movieType === 'Trailer' || !film.streamingStartDate;

/** The address of a film's upright picture, or null. */
export const posterAddress = (film: FilmArt): string | null =>
  film.moviePoster || film.webMoviePoster || film.thumbnail || film.image;

/** The address of a film's wide picture, or null. */
export const bannerAddress = (film: FilmArt): string | null => film.webMovieDetail || film.webStreamingNow;

/** Spec §2: a Trailer plays its trailer or, failing that, its teaser. */
export const trailerAddress = (film: { trailorUrl: string | null; teaserUrl: string | null }): string | null =>
  film.trailorUrl || film.teaserUrl;

/** Spec §2: the line of a card, release date | primary language | first genre name. Chosen: what is missing is left out. */
export const cardLine = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' | ');
