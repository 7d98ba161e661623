import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { distinctEnglishName, posterUrl } from '#domain/film.ts';
import { displayWait } from '#domain/format/durations.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isWindowOpen } from '#domain/viewing.ts';
import { commonMessages } from '#messages/common.ts';
import { televisionScreenMessages as text } from '#messages/television-screen.ts';
import { signOut } from '#stores/session/session.ts';
import { $home, $now, $openedPosterId, loadHome, openFilm } from '#stores/television/television.ts';
import { Button } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';
import { colourStyle, languageAttributes } from '../catalogue/film-link.ts';
import { FilmPoster } from '../catalogue/FilmPoster.tsx';
import { TelevisionError } from './TelevisionError.tsx';

export function Home() {
  const { status, tickets, films, error } = useStore($home);
  if (films.length + tickets.length === 0) {
    if (status === 'process') return <p role="status">{commonMessages.loading}</p>;
    if (status === 'error')
      return <TelevisionError title={text.homeFailed} sentence={error} onRetry={loadHome} />;
  }
  const ids = [...tickets.map(ticketId), ...films.map(filmId)];
  const focusedId = ids.find((id) => id === $openedPosterId.get()) ?? ids[0];
  return (
    <>
      <h1 className="tv-brand">{commonMessages.brand}</h1>
      {tickets.length > 0 && (
        <Row title={text.yourTickets}>
          {tickets.map((order) => (
            <Poster
              key={order.movieOrderId}
              id={ticketId(order)}
              film={order.orderMovie}
              address={order.orderMovie.moviePoster}
              isFocused={ticketId(order) === focusedId}
            >
              <TicketState order={order} />
            </Poster>
          ))}
        </Row>
      )}
      {films.length > 0 ? (
        <Row title={text.streamingNow}>
          {films.map((film) => (
            <Poster
              key={film.movieId}
              id={filmId(film)}
              film={film}
              address={posterUrl(film)}
              isFocused={filmId(film) === focusedId}
            />
          ))}
        </Row>
      ) : (
        <p>{text.noFilms}</p>
      )}
      <Button kind="secondary" onClick={() => void signOut()}>
        {text.signOut}
      </Button>
    </>
  );
}

const ticketId = ({ movieOrderId }: { movieOrderId: number }) => `ticket-${movieOrderId}`;
const filmId = ({ movieId }: { movieId: number }) => `film-${movieId}`;

const Row = ({ title, children }: { title: string; children: Elements }) => (
  <section>
    <h2 className="tv-heading">{title}</h2>
    <ul className="tv-row">{children}</ul>
  </section>
);

interface PosterProps {
  id: string;
  film: Order['orderMovie'];
  address: string | null;
  /** The poster that was opened last, or the first one. */
  isFocused: boolean;
  children?: Elements;
}

const Poster = ({ id, film, address, isFocused, children }: PosterProps) => (
  <li>
    <button
      type="button"
      className="tv-card"
      autoFocus={isFocused}
      onClick={() => openFilm(film.movieId, id)}
    >
      <span className="tv-poster" style={colourStyle(film.posterGel)}>
        <FilmPoster film={film} address={address} sizes="15vw" />
      </span>
      <span className="tv-name" {...languageAttributes(film)}>
        {film.movieName}
      </span>
      {distinctEnglishName(film) && (
        <span className="tv-name tv-soft">{distinctEnglishName(film)}</span>
      )}
      {children}
    </button>
  </li>
);

function TicketState({ order }: { order: Order }) {
  const now = useStore($now);
  const window = orderWindow(order);
  return (
    <span className="tv-state">
      {isWindowOpen(window, now)
        ? text.openNow
        : text.opensIn(displayWait(window.bookingStartTime, now))}
    </span>
  );
}
