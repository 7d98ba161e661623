import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import { streamingAhead } from '#domain/booking-opens.ts';
import { commonMessages } from '#messages/common.ts';
import { isBookingAhead } from '#stores/booking.ts';
import { serverNow } from '#stores/clock.ts';
import { $publicFilm, openPublicFilm } from '#stores/catalogue.ts';
import { filmHref } from '../film-link.ts';
import { PublicFilm } from './PublicFilm.tsx';

/** A film that the last build did not know yet: the same page, loaded by its key. */
export function FreshFilm() {
  const { movie, reviews } = useStore($publicFilm);
  useEffect(() => void openPublicFilm(), []);
  useEffect(() => void (movie && tellHead(movie)), [movie]);
  const streamsFrom = movie && streamingAhead(movie, serverNow());
  const isAhead = movie !== null && isBookingAhead(movie, serverNow());
  // As the guard marks a page that was built (layouts/guard.js).
  useLayoutEffect(() => void (document.documentElement.dataset['booking'] = isAhead ? 'ahead' : 'open'), [isAhead]);
  return movie ? <PublicFilm movie={movie} reviews={reviews} streamsFrom={streamsFrom} /> : <WaitingFilm />;
}

/** What the head of a built page says. The name in the address may be wrong, so its right address is told too. */
function tellHead(movie: Movie) {
  document.title = `${movie.movieName} · ${commonMessages.brand}`;
  const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'canonical', href: new URL(filmHref(movie), location.origin).href }));
}

/** The room of what is awaited. */
const WaitingFilm = () => (
  <div className="waiting" aria-busy="true">
    <section className="hero">
      <div className="pic" />
      <div className="in body">
        <div className="pst sheetp" />
        <div className="tx">
          <span className="skeleton d1 h-[1.9em] w-2/3" />
          <span className="skeleton h-6 w-1/2" />
          <span className="skeleton h-11 w-1/3" />
        </div>
      </div>
    </section>
    <div className="in film-cols">
      <section>
        <span className="skeleton h-40" />
      </section>
    </div>
  </div>
);
