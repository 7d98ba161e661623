import { fold } from './fold.ts';

/**
 * Spec §3. MOVIES: films of no other type. Trailer: its page plays the trailer and offers no
 * ticket.
 */
export const MOVIE_TYPES = ['MOVIES', 'SERIES', 'SHORTS', 'Trailer'] as const;
export type MovieType = (typeof MOVIE_TYPES)[number];

export interface FilmArt {
  moviePoster: string | null;
  webMoviePoster: string | null;
  webMovieDetail: string | null;
  webStreamingNow: string | null;
  thumbnail: string | null;
  image: string | null;
}

/** Null when the English name differs only in case or accents: NINE LIGHTS and Nine Lights. */
export const distinctEnglishName = ({
  movieName,
  movieNameEn,
}: {
  movieName: string;
  movieNameEn: string | null;
}) => (movieNameEn && fold(movieNameEn) !== fold(movieName) ? movieNameEn : null);

/** For one line of plain text: `கடல் (The Sea)`. */
export function bilingualName(film: { movieName: string; movieNameEn: string | null }): string {
  const englishName = distinctEnglishName(film);
  return englishName ? `${film.movieName} (${englishName})` : film.movieName;
}

/**
 * A film with a streaming date needs its media package: without it, its tickets could not be
 * played.
 */
export const canBeShown = (film: {
  movieType: string;
  streamingStartDate: Date | null;
  hasPackage: boolean;
}): boolean => film.hasPackage || film.movieType === 'Trailer' || !film.streamingStartDate;

export const posterUrl = (film: FilmArt): string | null =>
  film.moviePoster || film.webMoviePoster || film.thumbnail || film.image;

export const bannerUrl = (film: FilmArt): string | null =>
  film.webMovieDetail || film.webStreamingNow;

/** Spec §2: the trailer, else the teaser. */
export const trailerUrl = (film: {
  trailorUrl: string | null;
  teaserUrl: string | null;
}): string | null => film.trailorUrl || film.teaserUrl;

/**
 * The film's first genre. In a list of some genres, the first of these, so that the card shows why
 * the film is in the list.
 */
export const cardGenre = <Genre extends { genre: { genreId: number } }>(
  genres: Genre[],
  filterGenreIds: number[],
) => genres.find(({ genre }) => filterGenreIds.includes(genre.genreId)) ?? genres[0];

/**
 * Spec §2: release date | primary language | first genre name. Chosen: missing parts are left out.
 */
export const cardSubtitle = (...parts: (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' | ');
