import type { Movie } from '#contract/catalogue.ts';
import { nameColour } from '#domain/name-colour.ts';
import { colourStyle, languageAttributes } from './film-link.ts';
import { Picture } from './Picture.tsx';

interface FilmPosterProps {
  film: Pick<Movie, 'movieName' | 'primaryLanguage'>;
  /** Null for a film without a poster. */
  address: string | null;
  sizes: string;
  alt?: string;
  eager?: boolean;
  /** The poster is too small for a name: a drawn poster shows only the first letter. */
  small?: boolean;
}

/** Draws a poster from name, language and colour if the film has none. */
export const FilmPoster = ({ film, address, small = false, ...picture }: FilmPosterProps) =>
  address ? (
    <Picture address={address} kind="poster" {...picture} />
  ) : (
    <DrawnPoster {...{ film, small }} />
  );

/** Every poster has the film's name as text beside it, so screen readers skip this one. */
const DrawnPoster = ({ film, small }: Pick<FilmPosterProps, 'film' | 'small'>) => (
  <span
    className={small ? 'drawn-poster p-0' : 'drawn-poster'}
    aria-hidden="true"
    translate="no"
    style={colourStyle(nameColour(film.movieName))}
  >
    {small ? (
      <svg viewBox="0 0 100 150">
        <text x="50" y="96" textAnchor="middle" lang={languageAttributes(film).lang}>
          {firstLetter(film.movieName)}
        </text>
      </svg>
    ) : (
      <>
        <span className="language">{film.primaryLanguage}</span>
        <span className="title" {...languageAttributes(film)}>
          {film.movieName}
        </span>
      </>
    )}
  </span>
);

/** Includes combining marks, as in கா. */
const firstLetter = (name: string) => /^\P{M}\p{M}*/u.exec(name)?.[0] ?? '';
