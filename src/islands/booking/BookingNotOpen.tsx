import { useStore } from '@nanostores/react';
import type { MemberMovie } from '#contract/booking.ts';
import { posterAddress } from '#domain/film.ts';
import { streamingAhead } from '#domain/booking-opens.ts';
import { $now, viewerZone } from '#stores/booking.ts';
import { detailsHref } from '#stores/details.ts';
import { Icon } from '../catalogue/icons.tsx';
import { FilmLine } from './FilmLine.tsx';
import { NoDate, RemindMe, StreamsFrom } from './StreamsFrom.tsx';

/** The booking page of a film whose hours are all further away than the bookable days. */
export function BookingAhead({ movie, title }: { movie: MemberMovie; title: string }) {
  const start = streamingAhead(movie, useStore($now));
  return (
    <div className="in pt-2.5 pb-22">
      <a className="crumb" href={detailsHref(movie)}>
        <Icon name="left" />
        {movie.movieNameEn ?? movie.movieName}
      </a>
      <h1 className="d2 mt-0.5 mb-4.5">{title}</h1>
      <FilmLine film={{ ...movie, moviePoster: posterAddress(movie) }} />
      <div className="mt-7">
        {start ? (
          <StreamsFrom movieId={movie.movieId} start={start} zone={viewerZone()}>
            <RemindMe movie={movie} />
          </StreamsFrom>
        ) : (
          <NoDate />
        )}
      </div>
    </div>
  );
}
