import type { Movie } from '#contract/catalogue.ts';
import { cardLine, posterAddress } from '#domain/film.ts';
import { cardRating, shownRating } from '#domain/rating.ts';
import { Star } from '#ui/icons.tsx';
import { filmLink, gel, inOwnScript } from './film-link.ts';
import { LocalDate } from './LocalDate.tsx';
import { FilmPoster } from './FilmPoster.tsx';

export const POSTER_SIZES = '(width >= 1100px) 194px, (width >= 700px) 23vw, 45vw';

export const Rating = ({ average }: { average: number | null }) => (
  <span className="rt">
    {shownRating(average) && <Star />}
    {cardRating(average)}
  </span>
);

interface MovieCardProps {
  movie: Movie;
  sizes?: string;
  /** The upcoming list leads with the date and leaves the rating out (spec §2). */
  upcoming?: boolean;
  /** Its poster is the page's first large picture. */
  first?: boolean;
}

export function MovieCard({ movie, sizes = POSTER_SIZES, upcoming = false, first = false }: MovieCardProps) {
  const date = <LocalDate wire={movie.releaseDate} as="date" />;
  const line = cardLine(movie.primaryLanguage, movie.movieGenres[0]?.genre.genreName);
  return (
    <a className="card" {...filmLink(movie)}>
      <span className="sheetp" style={gel(movie.posterGel)}>
        <FilmPoster film={movie} address={posterAddress(movie)} sizes={sizes} first={first} />
      </span>
      {upcoming && <span className="when">{date}</span>}
      <span className={upcoming ? '' : 'row'}>
        <span className="nm" {...inOwnScript(movie)}>
          {movie.movieName}
        </span>
        {!upcoming && <Rating average={movie.avgRating} />}
      </span>
      {!upcoming && (
        <span className="ln">
          {movie.releaseDate && date}
          {movie.releaseDate && line && ' | '}
          {line}
        </span>
      )}
    </a>
  );
}

/** The room of a card that is awaited. */
export const WaitingCard = () => (
  <span className="card">
    <span className="sheetp" />
    <span className="row">
      <span className="nm">&nbsp;</span>
      <span className="rt">&nbsp;</span>
    </span>
    <span className="ln">&nbsp;</span>
  </span>
);
