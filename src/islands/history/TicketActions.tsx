import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { isValidTicket, type TicketPhase } from '#domain/ticket-phase.ts';
import { giftOrderMessages } from '#messages/gift-orders.ts';
import { historyMessages as text } from '#messages/history.ts';
import { giveFilmPath, href } from '#routes.ts';
import { rescheduleHref } from '#stores/booking/booking.ts';
import { detailsHref } from '#stores/details/details.ts';
import { resumePayment, saveCalendar, watchTicket } from '#stores/history/ticket-actions.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '../catalogue/icons.tsx';

/** Actions for the order's state, the most likely first. Watch Now is in the heading. */
export const TicketActions = ({ order, phase }: { order: Order; phase: TicketPhase }) => (
  <div className="mt-6.5 grid gap-2.5 *:px-1 *:whitespace-normal min-[22.5rem]:grid-cols-2 md:flex md:flex-wrap md:*:px-5.5 print:hidden">
    <MainAction order={order} phase={phase} />
    {isValidTicket(phase) && <ValidTicketActions order={order} />}
    {order.invoiceNo && (
      <a className="button secondary" href="#invoice">
        <Icon name="document" />
        <span>{documentsTitle(order)}</span>
      </a>
    )}
    {isValidTicket(phase) && (
      <a className="button secondary" href={giveFilmPath(order.movieId)}>
        {giftOrderMessages.giveThisFilm}
      </a>
    )}
    {!FILM_PAGE_PHASES.has(phase) && (
      <a className="button secondary" href={detailsHref(order.orderMovie)}>
        {text.toTheFilm}
      </a>
    )}
  </div>
);

const FILM_PAGE_PHASES = new Set<TicketPhase>([
  'before',
  'ended',
  'gift',
  'refunding',
  'refunded',
  'confirming',
  'held',
]);

export function documentsTitle({ totalRoundedValue, creditNoteNos }: Order): string {
  if (totalRoundedValue === 0) return text.confirmation;
  return creditNoteNos.length > 0 ? text.invoiceAndCreditNote : text.invoice;
}

function MainAction({ order, phase }: { order: Order; phase: TicketPhase }) {
  if (FILM_PAGE_PHASES.has(phase))
    return (
      <a className="button max-md:col-span-full" href={detailsHref(order.orderMovie)}>
        {text.toTheFilm}
      </a>
    );
  if (isValidTicket(phase)) return null;
  if (phase === 'unpaid')
    return (
      <Button className="max-md:col-span-full" onClick={() => resumePayment(order)}>
        {text.finishPaying}
      </Button>
    );
  return (
    <a
      className="button max-md:col-span-full"
      href={href('ticketBooking', { movie_id: order.movieId })}
    >
      {text.bookAgain}
    </a>
  );
}

export function WatchButton({ order }: { order: Order }) {
  const { status } = useStore(watchTicket.$state);
  return (
    <Button
      kind={order.slotPassed ? 'secondary' : 'primary'}
      busy={status === 'process'}
      onClick={() => void watchTicket.run(order)}
    >
      <Icon name="play" />
      <span>{text.watchNow}</span>
    </Button>
  );
}

function ValidTicketActions({ order }: { order: Order }) {
  const { status } = useStore(saveCalendar.$state);
  return (
    <>
      {order.mayReschedule && !order.slotPassed && (
        <a className="button secondary max-md:col-span-full" href={rescheduleHref(order)}>
          <Icon name="move" />
          <span>{text.reschedule}</span>
        </a>
      )}
      <Button
        kind="secondary"
        busy={status === 'process'}
        onClick={() => void saveCalendar.run(order)}
      >
        <Icon name="calendar" />
        <span>{text.addToCalendar}</span>
      </Button>
      <Button kind="secondary" onClick={() => print()}>
        <Icon name="print" />
        <span>{text.print}</span>
      </Button>
    </>
  );
}
