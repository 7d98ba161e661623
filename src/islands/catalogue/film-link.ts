import type { CSSProperties } from 'react';
import type { MovieSummary } from '#contract/catalogue.ts';
import { languageCode } from '#domain/languages.ts';
import { nameColour } from '#domain/name-colour.ts';
import { movieSlug } from '#domain/slug.ts';
import { href } from '#routes.ts';

export const filmHref = (film: Pick<MovieSummary, 'movieName' | 'movieKey'>) =>
  href('publicMovie', { movie_name: movieSlug(film.movieName), movie_id: film.movieKey });

/**
 * Links to the public page. For signed-in viewers every-page.ts rewrites the link by these data
 * attributes.
 */
export const filmLink = (film: MovieSummary) => ({
  href: filmHref(film),
  'data-movie-id': film.movieId,
  'data-movie-key': film.movieKey,
  'data-movie-type': film.movieType,
});

/** The list of short films, or of films and web series together, filtered by the genre. */
export const genreHref = ({ movieType }: Pick<MovieSummary, 'movieType'>, genreName: string) =>
  movieType === 'SHORTS'
    ? `${href('shortFilms')}?genre=${encodeURIComponent(genreName)}`
    : href('moviesByGenre', { genres: genreName });

/** Spec §2: film names are in their own script, so the browser needs the language. */
export const languageAttributes = (film: Pick<MovieSummary, 'primaryLanguage'>) => ({
  lang: languageCode(film.primaryLanguage),
  dir: 'auto' as const,
});

/** `--bg` is the placeholder colour, shown until the picture is loaded. */
export const colourStyle = (colour: string | null): CSSProperties =>
  colour ? ({ '--bg': colour } as CSSProperties) : {};

export const bannerColourStyle = ({
  bannerGel,
  posterGel,
  movieName,
}: Pick<MovieSummary, 'bannerGel' | 'posterGel' | 'movieName'>) =>
  colourStyle(bannerGel ?? posterGel ?? nameColour(movieName));
