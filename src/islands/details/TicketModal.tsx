import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { MemberMovie } from '#contract/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { detailMessages as text } from '#messages/details.ts';
import { href } from '#routes.ts';
import { $now, rescheduleHref } from '#stores/booking/booking.ts';
import { $isTicketShown, detailAction, hideTicket } from '#stores/details/details.ts';
import { startWatching } from '#stores/playback/playback.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/icons.tsx';
import { Modal } from '#ui/Modal.tsx';
import { OrderTicket } from '../history/OrderTicket.tsx';
import { stateText } from '#stores/history/order-text.ts';
import { WatchNow } from './DetailAction.tsx';

/** "Booking info" (spec §4, Booked). */
export function TicketModal({ movie }: { movie: MemberMovie }) {
  const { order } = movie;
  const isShown = useStore($isTicketShown);
  const now = useStore($now);
  const ticketState = useRef<HTMLParagraphElement>(null);
  // On a phone the ticket is longer than the screen, so reading starts at its top.
  useEffect(() => {
    if (isShown) ticketState.current?.focus();
  }, [isShown]);
  if (!order) return null;
  const watch = () => {
    hideTicket();
    void startWatching(movie);
  };
  return (
    <Modal open={isShown} title={text.booked} shape="ticketed" onClose={hideTicket}>
      <Button
        kind="secondary"
        className="square absolute top-4 right-4 sm:hidden"
        aria-label={commonMessages.close}
        onClick={hideTicket}
      >
        <Icon name="close" />
      </Button>
      <div className="ticket-state">
        <p className="lead-text outline-none" ref={ticketState} tabIndex={-1}>
          {`${stateText(order, now)}.`}
        </p>
        {detailAction(movie) === 'watch' && <WatchNow onClick={watch} />}
      </div>
      <OrderTicket order={order} />
      <div className="grid gap-2.5 pt-2 sm:flex sm:justify-end">
        <a
          className="button secondary"
          href={href('purchasedOrder', { order_id: order.movieOrderId })}
        >
          {text.toTheTicket}
        </a>
        {order.mayReschedule && (
          <a className="button secondary" href={rescheduleHref(order)}>
            {text.anotherHour}
          </a>
        )}
        <Button kind="secondary" className="max-sm:hidden" onClick={hideTicket}>
          {commonMessages.close}
        </Button>
      </div>
    </Modal>
  );
}
