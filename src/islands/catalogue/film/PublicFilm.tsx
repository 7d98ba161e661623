import type { ReactNode } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import type { Review } from '#contract/reviews.ts';
import { HOUSE_ZONE } from '#domain/dates.ts';
import { trailerAddress } from '#domain/film.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { signUpHref } from '#stores/lib/return-path.ts';
import { href } from '#routes.ts';
import { BookingOpens, NoDate, StreamsFrom } from '../../booking/StreamsFrom.tsx';
import { BookNow } from './BookNow.tsx';
import { CastAndCrew } from './CastAndCrew.tsx';
import { FilmHero } from './FilmHero.tsx';
import { RatingBlock } from './RatingBlock.tsx';
import { ReviewList } from './ReviewList.tsx';
import { Synopsis } from './Synopsis.tsx';
import { TrailerPlayer, Trailers } from './Trailers.tsx';
import { videoHref } from './video-href.ts';

interface PublicFilmProps {
  movie: Movie;
  reviews?: Review[];
  /** When it begins to stream, if it does not yet. What of that is shown, the guard decides in the browser (layouts/guard.js). */
  streamsFrom?: Date | null;
}

/** A film as a visitor sees it (spec §2, "Public movie page"). Nothing in it needs React in the browser. */
export function PublicFilm({ movie, reviews = [], streamsFrom = null }: PublicFilmProps) {
  const isSold = movie.movieType !== 'Trailer' && movie.streamingStartDate !== null;
  return (
    <>
      <FilmHero movie={movie}>
        <div className="cta">
          <Doing movie={movie} />
          {streamsFrom && <StreamsFrom movieId={movie.movieId} start={streamsFrom} zone={HOUSE_ZONE} />}
          {isSold && <p className="how sm soft">{text.howItWorks}</p>}
          <p className="away failed sm" role="status" hidden>
            {commonMessages.apiAway}
          </p>
        </div>
      </FilmHero>
      <div className="in film-cols">
        <div>
          <Synopsis movie={movie} />
          <CastAndCrew actors={movie.movieActors} />
        </div>
        <aside>
          <RatingBlock movie={movie} rateHref={signUpHref(href('movieDetails', { movie_id: movie.movieId }))} />
          <Trailers movie={movie} />
        </aside>
      </div>
      <Reviews movie={movie}>
        {reviews.length > 0 ? <ReviewList reviews={reviews} /> : <p className="soft">{text.noReview}</p>}
      </Reviews>
      {(isSold || movie.movieType === 'Trailer') && (
        <div className="dock">
          <Doing movie={movie} />
          {streamsFrom && (
            <div className="opens">
              <BookingOpens start={streamsFrom} zone={HOUSE_ZONE} />
            </div>
          )}
        </div>
      )}
      <TrailerPlayer />
    </>
  );
}

/** Book Now sends a visitor to sign up; a Trailer plays instead (spec §2). */
function Doing({ movie }: { movie: Movie }) {
  const trailer = movie.movieType === 'Trailer' ? trailerAddress(movie) : null;
  if (movie.movieType !== 'Trailer')
    return movie.streamingStartDate ? (
      <BookNow href={signUpHref(href('ticketBooking', { movie_id: movie.movieId }))} ticketRate={movie.ticketRate} />
    ) : (
      <NoDate />
    );
  return trailer ? (
    <a className="btn" href={videoHref(trailer)} data-trailer={text.play(text.trailer, movie.movieName)}>
      {text.watchNow}
    </a>
  ) : null;
}

const Reviews = ({ movie, children }: { movie: Movie; children: ReactNode }) => (
  <section className="rev in">
    <header>
      <h2 className="d3">{text.reviews}</h2>
      <a className="more" href={signUpHref(href('movieDetails', { movie_id: movie.movieId }))}>
        {text.writeReview}
      </a>
    </header>
    {children}
  </section>
);
