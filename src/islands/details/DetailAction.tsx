import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { MemberMovie } from '#contract/booking.ts';
import { futureStreamingStart } from '#domain/booking-opens.ts';
import { trailerUrl } from '#domain/film.ts';
import { displayDateTime } from '#domain/format/date-times.ts';
import { displaySeconds, displayWait } from '#domain/format/durations.ts';
import { isRefundPending } from '#domain/ticket-phase.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { detailMessages as text } from '#messages/details.ts';
import { href } from '#routes.ts';
import { $now, isBookingNotOpenYet, viewerZone } from '#stores/booking/booking.ts';
import { detailAction, showTicket } from '#stores/details/details.ts';
import { $deviceCheck, runDeviceCheck } from '#stores/downloads/device-check.ts';
import { openTrailer, startWatching } from '#stores/playback/playback.ts';
import { Button } from '#ui/Button.tsx';
import { orderWindow } from '#domain/order-window.ts';
import {
  BookingOpeningDay,
  NoStreamingDate,
  ReminderButton,
  StreamingStart,
} from '../booking/StreamingStart.tsx';
import { BookNow } from '../catalogue/film/BookNow.tsx';
import { TicketRules } from '../catalogue/film/TicketRules.tsx';
import { videoHref } from '../catalogue/film/video-href.ts';
import { Icon } from '../catalogue/icons.tsx';

/** Spec §4, "Movie detail buttons". */
export function DetailAction({ movie }: { movie: MemberMovie }) {
  switch (detailAction(movie)) {
    case 'trailer':
      return <WatchTrailer movie={movie} />;
    case 'watch':
      return <WatchNow onClick={() => startWatching(movie)} />;
    case 'booked':
      return (
        <Button kind="secondary" onClick={showTicket}>
          {text.booked}
        </Button>
      );
    case 'book':
      return <BookButton movie={movie} />;
  }
}

function BookButton({ movie }: { movie: MemberMovie }) {
  if (isBookingNotOpenYet(movie, useStore($now))) return null;
  return (
    <BookNow
      href={href('ticketBooking', { movie_id: movie.movieId })}
      ticketRate={movie.ticketRate}
    />
  );
}

/** Phones: replaces Book Now until booking opens. */
export function BottomBarOpeningDay({ movie }: { movie: MemberMovie }) {
  const now = useStore($now);
  const start = futureStreamingStart(movie, now);
  if (!start || detailAction(movie) !== 'book' || !isBookingNotOpenYet(movie, now)) return null;
  return <BookingOpeningDay start={start} zone={viewerZone()} />;
}

export function DetailStreamingStart({ movie }: { movie: MemberMovie }) {
  const now = useStore($now);
  const start = futureStreamingStart(movie, now);
  const isBookingNotOpen = isBookingNotOpenYet(movie, now);
  if (detailAction(movie) !== 'book') return null;
  if (!start) return isBookingNotOpen && <NoStreamingDate />;
  return (
    <StreamingStart
      movieId={movie.movieId}
      start={start}
      zone={viewerZone()}
      isBookingNotOpen={isBookingNotOpen}
    >
      <ReminderButton movie={movie} />
    </StreamingStart>
  );
}

export function BookingNotes({ movie }: { movie: MemberMovie }) {
  const isBookingNotOpen = isBookingNotOpenYet(movie, useStore($now));
  if (detailAction(movie) !== 'book' || isBookingNotOpen) return null;
  return (
    <>
      <TicketRules />
      <DeviceCheck />
    </>
  );
}

/** Tells the viewer before the payment if this device may not play the film. */
function DeviceCheck() {
  const result = useStore($deviceCheck);
  useEffect(runDeviceCheck, []);
  if (!result || result === 'fine') return null;
  return (
    <p className="small basis-full font-semibold" data-device-check={result}>
      {text.deviceCheck[result]}
    </p>
  );
}

/** Plays the trailer, or the teaser if there is no trailer. */
function WatchTrailer({ movie }: { movie: MemberMovie }) {
  const address = trailerUrl(movie);
  if (!address) return null;
  const title = catalogueMessages.play(catalogueMessages.trailer, movie.movieName);
  return <WatchNow onClick={() => openTrailer({ url: videoHref(address), title })} />;
}

export const WatchNow = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>
    <Icon name="play" />
    <span>{text.watchNow}</span>
  </Button>
);

export function DetailHint({ movie }: { movie: MemberMovie }) {
  const now = useStore($now);
  const hint = hintFor(movie, now);
  return hint && <p className="small text-soft">{hint}</p>;
}

function hintFor(movie: MemberMovie, now: Date): string | null {
  const action = detailAction(movie);
  if (action === 'book') return isBookingNotOpenYet(movie, now) ? null : text.bookHint;
  if (action === 'trailer' || !movie.order) return null;
  if (isRefundPending(movie.order.refund)) return text.ticketReturning(movie.order.orderNo);
  const { bookingStartTime, bookingEndTime } = orderWindow(movie.order);
  if (action === 'booked') return text.bookedHint(displayWait(bookingStartTime, now));
  const openUntil = text.watchHint(displayDateTime(bookingEndTime, viewerZone()));
  return movie.resumeAt > 0
    ? `${text.resumesAt(displaySeconds(movie.resumeAt))} ${openUntil}`
    : openUntil;
}
