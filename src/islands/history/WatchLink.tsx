import type { Order } from '#contract/booking.ts';
import { historyMessages as text } from '#messages/history.ts';
import { watchHref } from '#stores/history/ticket-actions.ts';
import { Icon } from '../catalogue/icons.tsx';

/** For lists of tickets. The link leads to the ticket's page, which opens the film. */
export const WatchLink = ({ order }: { order: Order }) => (
  <a
    className="button"
    href={watchHref(order)}
    aria-label={text.watchFilm(order.orderMovie.movieNameEn ?? order.orderMovie.movieName)}
  >
    <Icon name="play" />
    <span>{text.watchNow}</span>
  </a>
);
