import type { Order } from '#contract/booking.ts';
import { historyMessages as text } from '#messages/history.ts';
import { watchHref } from '#stores/ticket-actions.ts';
import { Icon } from '../catalogue/icons.tsx';

/** In lists of tickets: the ticket's page opens the film. */
export const WatchLink = ({ order }: { order: Order }) => (
  <a
    className="button"
    href={watchHref(order)}
    aria-label={text.watchFilm(order.orderMovie.movieNameEn ?? order.orderMovie.movieName)}
  >
    <Icon name="play" />
    {text.watchNow}
  </a>
);
