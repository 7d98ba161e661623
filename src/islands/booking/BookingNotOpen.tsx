import { useStore } from '@nanostores/react';
import type { MemberMovie } from '#contract/booking.ts';
import { posterUrl } from '#domain/film.ts';
import { futureStreamingStart } from '#domain/booking-opens.ts';
import { $now, viewerZone } from '#stores/booking/booking.ts';
import { detailsHref } from '#stores/details/details.ts';
import { Icon } from '../catalogue/icons.tsx';
import { FilmSummary } from './FilmSummary.tsx';
import { NoStreamingDate, ReminderButton, StreamingStart } from './StreamingStart.tsx';

/** For a film that streams after the bookable days or has no streaming date. */
export function BookingNotOpen({ movie, title }: { movie: MemberMovie; title: string }) {
  const start = futureStreamingStart(movie, useStore($now));
  return (
    <div className="px-gut pt-2.5 pb-22">
      <a className="plain-link" href={detailsHref(movie)}>
        <Icon name="left" />
        <span>{movie.movieNameEn ?? movie.movieName}</span>
      </a>
      <h1 className="heading-2 mt-0.5 mb-4.5">{title}</h1>
      <FilmSummary film={{ ...movie, moviePoster: posterUrl(movie) }} />
      <div className="mt-7">
        {start ? (
          <StreamingStart movieId={movie.movieId} start={start} zone={viewerZone()}>
            <ReminderButton movie={movie} />
          </StreamingStart>
        ) : (
          <NoStreamingDate />
        )}
      </div>
    </div>
  );
}
