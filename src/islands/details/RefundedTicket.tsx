import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { detailMessages as text } from '#messages/details.ts';
import { href } from '#routes.ts';
import { $refundedTicket } from '#stores/details/details.ts';

export function RefundedTicket() {
  const order = useStore($refundedTicket);
  return (
    <div role="status" className={order ? 'basis-full' : 'sr-only'}>
      {order && (
        <p className="small">
          <span>{refundText(order)}</span>{' '}
          <a
            className="underline underline-offset-4"
            href={href('purchasedOrder', { order_id: order.movieOrderId })}
          >
            {text.toTheTicket}
          </a>
        </p>
      )}
    </div>
  );
}

function refundText({ orderNo, paymentStatus, totalRoundedValue }: Order): string {
  if (paymentStatus !== 'REFUNDED') return text.ticketReturning(orderNo);
  return totalRoundedValue > 0 ? text.ticketReturned(orderNo) : text.freeTicketReturned(orderNo);
}
