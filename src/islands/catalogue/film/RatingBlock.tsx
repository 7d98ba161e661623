import type { Movie } from '#contract/catalogue.ts';
import { RATING_SCALE } from '#domain/limits/catalogue.ts';
import { displayRating } from '#domain/rating.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { Stars } from '#ui/Stars.tsx';

interface RatingBlockProps {
  movie: Pick<Movie, 'avgRating' | 'overallRank'>;
  /** Link for a visitor who wants to rate (spec §2). */
  rateHref?: string;
}

/** Spec §2: five stars and x / 5, only if the average is above 0. */
export function RatingBlock({ movie, rateHref }: RatingBlockProps) {
  const shown = displayRating(movie.avgRating);
  if (!shown) return null;
  return (
    <section>
      <h2 className="heading-3">{text.rating}</h2>
      <p className="average-rating">
        <b>{shown}</b>
        <span>{` / ${RATING_SCALE}`}</span>
      </p>
      <Stars value={Number(shown)} label={text.outOf(shown)} />
      {movie.overallRank > 0 && (
        <p className="small text-soft mt-2">{text.fromTicketHolders(movie.overallRank)}</p>
      )}
      {rateHref && (
        <a className="action-link" href={rateHref}>
          {text.rateThis}
        </a>
      )}
    </section>
  );
}
