import { useStore } from '@nanostores/react';
import type { MemberMovie } from '#contract/booking.ts';
import { streamingAhead } from '#domain/booking-opens.ts';
import { displayDay, displayHour } from '#domain/dates.ts';
import { trailerAddress } from '#domain/film.ts';
import { isGoingBack } from '#domain/ticket-phase.ts';
import { displayPlace, displayWait } from '#domain/viewing.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { detailMessages as text } from '#messages/details.ts';
import { href } from '#routes.ts';
import { $now, isBookingAhead, viewerZone } from '#stores/booking.ts';
import { detailAction, showTicket } from '#stores/details.ts';
import { openTrailer, startWatching } from '#stores/playback.ts';
import { Button } from '#ui/Button.tsx';
import { orderWindow } from '#domain/order-window.ts';
import { BookingOpens, NoDate, RemindMe, StreamsFrom } from '../booking/StreamsFrom.tsx';
import { BookNow } from '../catalogue/film/BookNow.tsx';
import { videoHref } from '../catalogue/film/video-href.ts';
import { Icon } from '../catalogue/icons.tsx';
import { Preflight } from './Preflight.tsx';

/** Watch Now, Booked or Book Now (spec §4, "Movie detail buttons"). */
export function DetailAction({ movie }: { movie: MemberMovie }) {
  switch (detailAction(movie)) {
    case 'trailer':
      return <WatchTrailer movie={movie} />;
    case 'watch':
      return (
        <Button onClick={() => startWatching(movie)}>
          <Icon name="play" />
          {text.watchNow}
        </Button>
      );
    case 'booked':
      return (
        <Button kind="line" onClick={showTicket}>
          {text.booked}
        </Button>
      );
    case 'book':
      return <Book movie={movie} />;
  }
}

/** Book Now, once booking is open. */
function Book({ movie }: { movie: MemberMovie }) {
  if (isBookingAhead(movie, useStore($now))) return null;
  return <BookNow href={href('ticketBooking', { movie_id: movie.movieId })} ticketRate={movie.ticketRate} />;
}

/** At the foot of a phone, in the place of Book Now: the day on which booking opens. */
export function DockBookingOpens({ movie }: { movie: MemberMovie }) {
  const now = useStore($now);
  const start = streamingAhead(movie, now);
  if (!start || detailAction(movie) !== 'book' || !isBookingAhead(movie, now)) return null;
  return <BookingOpens start={start} zone={viewerZone()} />;
}

/** When a film streams that does not yet, and what one can do until its booking opens. */
export function DetailStreams({ movie }: { movie: MemberMovie }) {
  const now = useStore($now);
  const start = streamingAhead(movie, now);
  const isAhead = isBookingAhead(movie, now);
  if (detailAction(movie) !== 'book') return null;
  if (!start) return isAhead && <NoDate />;
  return (
    <StreamsFrom movieId={movie.movieId} start={start} zone={viewerZone()} isAhead={isAhead}>
      <RemindMe movie={movie} />
    </StreamsFrom>
  );
}

/** What this device says of the film, once it can be booked. */
export function BookingPreflight({ movie }: { movie: MemberMovie }) {
  const isAhead = isBookingAhead(movie, useStore($now));
  return detailAction(movie) === 'book' && !isAhead ? <Preflight /> : null;
}

/** A Trailer plays its trailer or, failing that, its teaser. */
function WatchTrailer({ movie }: { movie: MemberMovie }) {
  const address = trailerAddress(movie);
  if (!address) return null;
  const title = catalogueMessages.play(catalogueMessages.trailer, movie.movieName);
  return (
    <Button onClick={() => openTrailer({ url: videoHref(address), title })}>
      <Icon name="play" />
      {text.watchNow}
    </Button>
  );
}

/** One sentence beside the button: what a ticket is, when the house opens, how long it stays open. */
export function DetailHint({ movie }: { movie: MemberMovie }) {
  const now = useStore($now);
  const words = hintFor(movie, now);
  return words && <p className="sm soft">{words}</p>;
}

function hintFor(movie: MemberMovie, now: Date): string | null {
  const action = detailAction(movie);
  if (action === 'book') return isBookingAhead(movie, now) ? null : text.bookHint;
  if (action === 'trailer' || !movie.order) return null;
  if (isGoingBack(movie.order.refund)) return text.ticketReturning(movie.order.orderNo);
  const { bookingStartTime, bookingEndTime } = orderWindow(movie.order);
  if (action === 'booked') return text.bookedHint(displayWait(bookingStartTime, now));
  const open = text.watchHint(`${displayDay(bookingEndTime)}, ${displayHour(bookingEndTime)}`);
  return movie.resumeAt > 0 ? `${text.goesOnAt(displayPlace(movie.resumeAt))} ${open}` : open;
}
