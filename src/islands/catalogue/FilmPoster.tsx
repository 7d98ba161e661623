import type { Movie } from '#contract/catalogue.ts';
import { posterColour } from '#domain/poster-colour.ts';
import { gel, inOwnScript } from './film-link.ts';
import { Picture } from './Picture.tsx';

interface FilmPosterProps {
  film: Pick<Movie, 'movieName' | 'primaryLanguage'>;
  /** Null for a film without a poster. */
  address: string | null;
  /** How wide it is drawn, as in `<img sizes>`. */
  sizes: string;
  alt?: string;
  first?: boolean;
  /** The frame is too small for a name: a drawn poster has its first letter alone. */
  small?: boolean;
}

/** A film's poster. A film without one gets it drawn from its name, its language and a colour. */
export const FilmPoster = ({ film, address, small = false, ...picture }: FilmPosterProps) =>
  address ? <Picture address={address} kind="poster" {...picture} /> : <DrawnPoster {...{ film, small }} />;

/** The name stands beside every poster as text, so that a screen reader skips this one. */
const DrawnPoster = ({ film, small }: Pick<FilmPosterProps, 'film' | 'small'>) => (
  <span className={small ? 'drawn letter' : 'drawn'} aria-hidden="true" style={gel(posterColour(film.movieName))}>
    {small ? (
      <svg viewBox="0 0 100 150">
        <text x="50" y="96" textAnchor="middle" lang={inOwnScript(film).lang}>
          {firstLetter(film.movieName)}
        </text>
      </svg>
    ) : (
      <>
        <span className="language">{film.primaryLanguage}</span>
        <span className="title" {...inOwnScript(film)}>
          {film.movieName}
        </span>
      </>
    )}
  </span>
);

/** With the marks that belong to it, as in கா. */
const firstLetter = (name: string) => /^\P{M}\p{M}*/u.exec(name)?.[0] ?? '';
