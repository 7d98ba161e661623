import type { Movie } from '#contract/catalogue.ts';
import type { Review } from '#contract/reviews.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { trailerUrl } from '#domain/film.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { signUpHref } from '#stores/lib/return-path.ts';
import { href } from '#routes.ts';
import {
  BookingOpeningDay,
  NoStreamingDate,
  StreamingStart,
} from '../../booking/StreamingStart.tsx';
import { BookNow } from './BookNow.tsx';
import { CastAndCrew } from './CastAndCrew.tsx';
import { FilmHero } from './FilmHero.tsx';
import { RatingBlock } from './RatingBlock.tsx';
import { ReviewList } from './ReviewList.tsx';
import { Synopsis } from './Synopsis.tsx';
import { TicketRules } from './TicketRules.tsx';
import { TrailerDialog, Trailers } from './Trailers.tsx';
import { videoHref } from './video-href.ts';

interface PublicFilmProps {
  movie: Movie;
  /** Null leaves them out. */
  reviews?: Review[] | null;
  /**
   * Start of streaming if it is in the future. layouts/guard.js decides in the browser whether
   * booking is open.
   */
  streamsFrom?: Date | null;
}

/** A film for visitors (spec §2, "Public movie page"). Static: needs no React in the browser. */
export function PublicFilm({ movie, reviews = [], streamsFrom = null }: PublicFilmProps) {
  const rateHref = signUpHref(href('movieDetails', { movie_id: movie.movieId }));
  const hasTickets = movie.movieType !== 'Trailer' && movie.streamingStartDate !== null;
  return (
    <>
      <FilmHero movie={movie}>
        <div className="film-actions" data-film-id={movie.movieId}>
          <MainAction movie={movie} />
          {streamsFrom && (
            <StreamingStart movieId={movie.movieId} start={streamsFrom} zone={CINEMA_ZONE} />
          )}
          {hasTickets && (
            <>
              <p className="how-it-works small text-soft">{text.howItWorks}</p>
              <TicketRules />
            </>
          )}
          <p className="api-down error-box small" role="status" hidden>
            {commonMessages.apiUnavailable}
          </p>
        </div>
      </FilmHero>
      <div className="px-gut film-columns">
        <div>
          <Synopsis movie={movie} />
          <CastAndCrew actors={movie.movieActors} />
        </div>
        <aside>
          <RatingBlock movie={movie} rateHref={rateHref} />
          <Trailers movie={movie} />
        </aside>
      </div>
      {reviews && (
        <section className="film-reviews px-gut">
          <header>
            <h2 className="heading-3">{text.reviews}</h2>
            <a className="action-link" href={rateHref}>
              {text.writeReview}
            </a>
          </header>
          {reviews.length > 0 ? (
            <ReviewList reviews={reviews} />
          ) : (
            <p className="text-soft">{text.noReview}</p>
          )}
        </section>
      )}
      {(hasTickets || movie.movieType === 'Trailer') && (
        <div className="bottom-bar">
          <MainAction movie={movie} />
          {streamsFrom && (
            <div className="booking-opening">
              <BookingOpeningDay start={streamsFrom} zone={CINEMA_ZONE} />
            </div>
          )}
        </div>
      )}
      <TrailerDialog />
    </>
  );
}

/** Spec §2: Book Now leads visitors to sign-up; a Trailer plays. */
function MainAction({ movie }: { movie: Movie }) {
  const trailer = movie.movieType === 'Trailer' ? trailerUrl(movie) : null;
  if (movie.movieType !== 'Trailer')
    return movie.streamingStartDate ? (
      <BookNow
        href={signUpHref(href('ticketBooking', { movie_id: movie.movieId }))}
        ticketRate={movie.ticketRate}
      />
    ) : (
      <NoStreamingDate />
    );
  return trailer ? (
    <a
      className="button"
      href={videoHref(trailer)}
      data-trailer={text.play(text.trailer, movie.movieName)}
    >
      {text.watchNow}
    </a>
  ) : null;
}
