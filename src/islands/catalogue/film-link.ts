import type { Movie } from '#contract/catalogue.ts';
import { languageCode } from '#domain/languages.ts';
import { posterColour } from '#domain/poster-colour.ts';
import { movieSlug } from '#domain/slug.ts';
import { href } from '#routes.ts';

/** A film's public page. */
export const filmHref = (film: Pick<Movie, 'movieName' | 'movieKey'>) =>
  href('publicMovie', { movie_name: movieSlug(film.movieName), movie_id: film.movieKey });

/** Where a click on a film leads: the public page; a signed-in viewer's click is sent on to the details by these marks (islands/catalogue/page.ts). */
export const filmLink = (film: Movie) => ({
  href: filmHref(film),
  'data-movie-id': film.movieId,
  'data-movie-key': film.movieKey,
  'data-movie-type': film.movieType,
});

/** Where a genre of a film leads: the list that such films stand in, under that genre. */
export const genreHref = ({ movieType }: Pick<Movie, 'movieType'>, genreName: string) =>
  movieType === 'SHORTS'
    ? `${href('shortFilms')}?genre=${encodeURIComponent(genreName)}`
    : href('moviesByGenre', { genres: genreName });

/** Spec §2: a film's name is written in its own script; the browser needs to know which. */
export const inOwnScript = (film: Pick<Movie, 'primaryLanguage'>) => ({
  lang: languageCode(film.primaryLanguage),
  dir: 'auto' as const,
});

/** `--gel` is the picture's dominant colour, and all that is drawn before the picture is there. */
export const gel = (colour: string | null): React.CSSProperties =>
  colour ? ({ '--gel': colour } as React.CSSProperties) : {};

/** The same behind a film's wide picture, and in its place where there is none. */
export const wideGel = ({ bannerGel, posterGel, movieName }: Pick<Movie, 'bannerGel' | 'posterGel' | 'movieName'>) =>
  gel(bannerGel ?? posterGel ?? posterColour(movieName));
