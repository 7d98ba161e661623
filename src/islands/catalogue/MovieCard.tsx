import type { Movie } from '#contract/catalogue.ts';
import { cardSubtitle, posterUrl } from '#domain/film.ts';
import { displayCardRating, displayRating } from '#domain/rating.ts';
import { Star } from '#ui/icons.tsx';
import { filmLink, colourStyle, languageAttributes } from './film-link.ts';
import { LocalDate } from './LocalDate.tsx';
import { FilmPoster } from './FilmPoster.tsx';

export const POSTER_SIZES = '(width >= 1100px) 194px, (width >= 700px) 23vw, 45vw';

export const Rating = ({ average }: { average: number | null }) => (
  <span className="rating">
    {displayRating(average) && <Star />}
    {displayCardRating(average)}
  </span>
);

interface MovieCardProps {
  movie: Movie;
  sizes?: string;
  /** Shows the date first and no rating (spec §2). */
  upcoming?: boolean;
  /** Loads the poster with high priority. */
  eager?: boolean;
}

export function MovieCard({ movie, sizes = POSTER_SIZES, upcoming = false, eager = false }: MovieCardProps) {
  const date = <LocalDate wire={movie.releaseDate} as="date" />;
  const line = cardSubtitle(movie.primaryLanguage, movie.movieGenres[0]?.genre.genreName);
  return (
    <a className="card" {...filmLink(movie)}>
      <span className="poster" style={colourStyle(movie.posterGel)}>
        <FilmPoster film={movie} address={posterUrl(movie)} sizes={sizes} eager={eager} />
      </span>
      {upcoming && <span className="release-date">{date}</span>}
      <span className="name" {...languageAttributes(movie)}>
        {movie.movieName}
      </span>
      {!upcoming && (
        <>
          <Rating average={movie.avgRating} />
          <span className="details">
            {movie.releaseDate && date}
            {movie.releaseDate && line && ' | '}
            {line}
          </span>
        </>
      )}
    </a>
  );
}

export const SkeletonCard = () => (
  <span className="card">
    <span className="poster" />
    <span className="name">&nbsp;</span>
    <span className="rating">&nbsp;</span>
    <span className="details">&nbsp;</span>
  </span>
);
