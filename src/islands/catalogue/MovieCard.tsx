import type { MovieSummary } from '#contract/catalogue.ts';
import { fromWire } from '#domain/dates.ts';
import { cardGenre, cardSubtitle, distinctEnglishName, posterUrl } from '#domain/film.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { displayCardRating, displayRating } from '#domain/rating.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { Star } from '#ui/icons.tsx';
import { filmLink, colourStyle, languageAttributes } from './film-link.ts';
import { LocalDate, useHydratedValue } from './LocalDate.tsx';
import { FilmPoster } from './FilmPoster.tsx';

export const POSTER_SIZES =
  '(width >= 68.75rem) 194px, (width >= 47.5rem) 24vw, (width >= 31.25rem) 30vw, 45vw';

export const Rating = ({ average }: { average: number | null }) => (
  <span className="rating">
    {displayRating(average) && <Star />}
    <span>{displayCardRating(average)}</span>
  </span>
);

/**
 * Null in the HTML, which may be older than the start of streaming: every-page.ts decides there.
 */
const useStartsLater = (start: Date | null): boolean | null =>
  useHydratedValue<boolean | null>(
    () => (start?.getTime() ?? 0) > Date.now(),
    () => null,
  );

/** The price of a film that streams now, or the day on which it starts to stream. */
function Price({ movie }: { movie: MovieSummary }) {
  const { movieType, streamingStartDate, ticketRate } = movie;
  const start = fromWire(streamingStartDate ?? '');
  const startsLater = useStartsLater(start);
  if (movieType === 'Trailer') return <span className="price">{text.trailer}</span>;
  if (!start) return null;
  return (
    <>
      {startsLater !== false && (
        <span
          className="starts"
          data-streams={startsLater === null ? start.toISOString() : undefined}
        >
          <span>{text.from}</span> <LocalDate wire={streamingStartDate} as="day" />{' '}
          <LocalDate wire={streamingStartDate} as="month" />
        </span>
      )}
      {!startsLater && (
        <span className="price">
          {ticketRate === 0 ? (
            text.free
          ) : (
            <>
              <span>{displayRupees(ticketRate)}</span> <small>{text.plusGst}</small>
            </>
          )}
        </span>
      )}
    </>
  );
}

interface MovieCardProps {
  movie: MovieSummary;
  sizes?: string;
  /** The genres of a filtered list. */
  filterGenreIds?: number[];
  /** Shows the date first and no rating (spec §2). */
  upcoming?: boolean;
  /** Loads the poster with high priority. */
  eager?: boolean;
}

export function MovieCard({
  movie,
  sizes = POSTER_SIZES,
  filterGenreIds = [],
  upcoming = false,
  eager = false,
}: MovieCardProps) {
  const date = <LocalDate wire={movie.releaseDate} as="date" />;
  // No line begins with a separator.
  const genre = cardGenre(movie.movieGenres, filterGenreIds)?.genre.genreName;
  const subtitle = cardSubtitle(movie.primaryLanguage, genre).replace(' | ', '\u00A0| ');
  const englishName = distinctEnglishName(movie);
  return (
    <a className="card" {...filmLink(movie)}>
      <span className="poster" style={colourStyle(movie.posterGel)}>
        <FilmPoster film={movie} address={posterUrl(movie)} sizes={sizes} eager={eager} />
      </span>
      {upcoming && <span className="release-date">{date}</span>}
      <span className="name" {...languageAttributes(movie)}>
        {movie.movieName}
      </span>
      {englishName && <span className="english-name">{englishName}</span>}
      {!upcoming && (
        <>
          <span className="facts">
            <Rating average={movie.avgRating} />
            <Price movie={movie} />
          </span>
          <span className="details">
            {movie.releaseDate && date}
            {movie.releaseDate && subtitle && <span>{'\u00A0| '}</span>}
            <span>{subtitle}</span>
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
