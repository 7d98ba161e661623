import type { Order } from '#contract/booking.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { EmptyBox } from '#ui/Boxes.tsx';

export const RescheduleRefusal = ({ reason, ticket }: { reason: string; ticket: Order | null }) => (
  <EmptyBox title={reason} sentence={ticket?.paymentStatus === 'PAID' ? text.ticketStays : undefined}>
    {ticket ? (
      <a className="btn line" href={href('purchasedOrder', { order_id: ticket.movieOrderId })}>
        {text.toTheTicket}
      </a>
    ) : (
      <a className="btn line" href={href('purchaseHistory')}>
        {text.toTheTickets}
      </a>
    )}
  </EmptyBox>
);
