import type { Order } from '#contract/booking.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { EmptyBox } from '../loading/LoadStates.tsx';

export const RescheduleRefusal = ({ reason, ticket }: { reason: string; ticket: Order | null }) => (
  <EmptyBox title={reason} sentence={ticket?.paymentStatus === 'PAID' ? text.ticketStays : undefined}>
    {ticket ? (
      <a className="button secondary" href={href('purchasedOrder', { order_id: ticket.movieOrderId })}>
        {text.toTheTicket}
      </a>
    ) : (
      <a className="button secondary" href={href('purchaseHistory')}>
        {text.toTheTickets}
      </a>
    )}
  </EmptyBox>
);
