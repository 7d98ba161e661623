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
}

/** A film's poster. A film without one gets it drawn from its name, its language and a colour. */
export const FilmPoster = ({ film, address, ...picture }: FilmPosterProps) =>
  address ? <Picture address={address} kind="poster" {...picture} /> : <DrawnPoster film={film} />;

/** The name stands beside every poster as text, so that a screen reader skips this one. A small one shows the first letter alone. */
const DrawnPoster = ({ film }: Pick<FilmPosterProps, 'film'>) => (
  <span className="drawn" aria-hidden="true" style={gel(posterColour(film.movieName))}>
    <span className="language">{film.primaryLanguage}</span>
    <span className="title" {...inOwnScript(film)}>
      {film.movieName}
    </span>
    <span className="letter" {...inOwnScript(film)}>
      {firstLetter(film.movieName)}
    </span>
  </span>
);

/** With the marks that belong to it, as in கா. */
const firstLetter = (name: string) => /^\P{M}\p{M}*/u.exec(name)?.[0] ?? '';
