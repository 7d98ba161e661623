import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Order } from '#contract/booking.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { $now } from '#stores/booking.ts';
import { $validTickets, loadValidTickets } from '#stores/valid-tickets.ts';
import { languageAttributes } from '../catalogue/film-link.ts';
import { stateText } from './order-text.ts';

/** Links to tickets that are open or open soon. */
export function ValidTickets() {
  const tickets = useStore($validTickets);
  useEffect(() => void loadValidTickets(), []);
  if (tickets.length === 0) return null;
  return (
    <section className="valid-tickets" aria-labelledby="live-tickets" data-for="member">
      <h2 id="live-tickets" className="heading-4">
        {text.yourTickets}
      </h2>
      <ul>
        {tickets.map((order) => (
          <Ticket order={order} key={order.movieOrderId} />
        ))}
      </ul>
    </section>
  );
}

function Ticket({ order }: { order: Order }) {
  const now = useStore($now);
  const { orderMovie: film, movieOrderId } = order;
  return (
    <li>
      <a
        className="action-link"
        href={href('purchasedOrder', { order_id: movieOrderId })}
        {...languageAttributes(film)}
      >
        {film.movieName}
      </a>
      <span className="small text-soft">{stateText(order, now)}</span>
    </li>
  );
}
