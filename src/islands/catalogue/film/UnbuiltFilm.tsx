import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import { futureStreamingStart } from '#domain/booking-opens.ts';
import { commonMessages } from '#messages/common.ts';
import { isBookingNotOpenYet } from '#stores/booking/booking.ts';
import { serverNow } from '#stores/server-clock.ts';
import { $publicFilm, openPublicFilm } from '#stores/catalogue/catalogue.ts';
import { filmHref } from '../film-link.ts';
import { PublicFilm } from './PublicFilm.tsx';

/** Public page of a film newer than the last build, loaded by its key. */
export function UnbuiltFilm() {
  const { movie, reviews } = useStore($publicFilm);
  useEffect(() => void openPublicFilm(), []);
  useEffect(() => void (movie && updateHead(movie)), [movie]);
  const streamsFrom = movie && futureStreamingStart(movie, serverNow());
  const isBookingNotOpen = movie !== null && isBookingNotOpenYet(movie, serverNow());
  // Sets the attribute that layouts/guard.js sets on built pages.
  useLayoutEffect(
    () => void (document.documentElement.dataset['booking'] = isBookingNotOpen ? 'ahead' : 'open'),
    [isBookingNotOpen],
  );
  return movie ? (
    <PublicFilm movie={movie} reviews={reviews} streamsFrom={streamsFrom} />
  ) : (
    <FilmSkeleton />
  );
}

/** Sets title and canonical link: the name in the URL may be wrong. */
function updateHead(movie: Movie) {
  document.title = `${movie.movieName} · ${commonMessages.brand}`;
  const link =
    document.querySelector<HTMLLinkElement>('link[rel=canonical]') ??
    document.createElement('link');
  document.head.append(
    Object.assign(link, { rel: 'canonical', href: new URL(filmHref(movie), location.origin).href }),
  );
}

const FilmSkeleton = () => (
  <div className="waiting" aria-busy="true">
    <section className="film-hero">
      <div className="backdrop" />
      <div className="px-gut film-hero-content">
        <div className="poster" />
        <div className="film-hero-text">
          <span className="skeleton heading-1 h-[1.9em] w-2/3" />
          <span className="skeleton h-6 w-1/2" />
          <span className="skeleton h-11 w-1/3" />
        </div>
      </div>
    </section>
    <div className="px-gut film-columns">
      <section>
        <span className="skeleton h-40" />
      </section>
    </div>
  </div>
);
