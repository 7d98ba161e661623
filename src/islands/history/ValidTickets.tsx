import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Order } from '#contract/booking.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isOpenTicket, isValidTicket, ticketPhase } from '#domain/ticket-phase.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { $now } from '#stores/booking/booking.ts';
import { $validTickets, loadValidTickets } from '#stores/history/valid-tickets.ts';
import { linkStyles } from '#ui/link-styles.ts';
import { colourStyle, languageAttributes } from '../catalogue/film-link.ts';
import { FilmPoster } from '../catalogue/FilmPoster.tsx';
import { Countdown } from './Countdown.tsx';
import { stateText } from '#stores/history/order-text.ts';
import { WatchLink } from './WatchLink.tsx';
import ticketsCss from './valid-tickets.css?url';

const MAX_COUNT = 2;

/** For pages without React. */
export const showMemberTickets = (host: Element) => createRoot(host).render(<ValidTickets />);

/**
 * Tickets that are open or will open. If there are more than `MAX_COUNT`, a link leads to the page
 * with all orders.
 */
function ValidTickets() {
  const tickets = useStore($validTickets);
  const now = useStore($now);
  // An import without `?url` would add the style sheet to every page.
  useEffect(() => void linkStyles(ticketsCss).then(loadValidTickets), []);
  const valid = tickets.filter((order) =>
    isValidTicket(ticketPhase(order, orderWindow(order), now)),
  );
  if (valid.length === 0) return null;
  return (
    <section className="valid-tickets" aria-labelledby="valid-tickets">
      <div className="valid-tickets-head">
        <h2 id="valid-tickets" className="heading-4">
          {text.yourTickets}
        </h2>
        {valid.length > MAX_COUNT && (
          <a className="action-link" href={href('purchaseHistory')}>
            {text.allTickets(valid.length)}
          </a>
        )}
      </div>
      <ul>
        {valid.slice(0, MAX_COUNT).map((order) => (
          <Ticket order={order} now={now} key={order.movieOrderId} />
        ))}
      </ul>
    </section>
  );
}

function Ticket({ order, now }: { order: Order; now: Date }) {
  const { orderMovie: film, movieOrderId } = order;
  const window = orderWindow(order);
  const isOpen = isOpenTicket(ticketPhase(order, window, now));
  const ticketHref = href('purchasedOrder', { order_id: movieOrderId });
  return (
    <li>
      <span className="poster-frame" style={colourStyle(film.posterGel)}>
        <FilmPoster
          film={film}
          address={film.moviePoster}
          sizes="(min-width: 60rem) 80px, 48px"
          small
        />
      </span>
      <div>
        <a href={ticketHref} className="name" {...languageAttributes(film)}>
          {film.movieName}
        </a>
        {distinctEnglishName(film) && (
          <p className="small text-soft">{distinctEnglishName(film)}</p>
        )}
        <p className="small">
          {isOpen ? (
            stateText(order, now)
          ) : (
            <>
              <span>{text.beforeCountdown}</span> <Countdown until={window.bookingStartTime} />
            </>
          )}
        </p>
      </div>
      {isOpen ? (
        <WatchLink order={order} />
      ) : (
        <a className="button secondary" href={ticketHref}>
          {text.viewTicket}
        </a>
      )}
    </li>
  );
}
