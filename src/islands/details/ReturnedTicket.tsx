import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { detailMessages as text } from '#messages/details.ts';
import { href } from '#routes.ts';
import { $returned } from '#stores/details.ts';

/** That a ticket for this film was given back, and where its papers are. */
export function ReturnedTicket() {
  const order = useStore($returned);
  return (
    <div role="status" className={order ? 'basis-full' : 'sr'}>
      {order && (
        <p className="sm">
          {wordsFor(order)}{' '}
          <a className="underline underline-offset-4" href={href('purchasedOrder', { order_id: order.movieOrderId })}>
            {text.toTheTicket}
          </a>
        </p>
      )}
    </div>
  );
}

function wordsFor({ orderNo, paymentStatus, totalRoundedValue }: Order): string {
  if (paymentStatus !== 'REFUNDED') return text.ticketReturning(orderNo);
  return totalRoundedValue > 0 ? text.ticketReturned(orderNo) : text.freeTicketReturned(orderNo);
}
