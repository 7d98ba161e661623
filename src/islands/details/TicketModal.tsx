import { useStore } from '@nanostores/react';
import type { MemberMovie } from '#contract/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { detailMessages as text } from '#messages/details.ts';
import { $now } from '#stores/booking.ts';
import { $isTicketShown, hideTicket } from '#stores/details.ts';
import { Button } from '#ui/Button.tsx';
import { Modal } from '#ui/Modal.tsx';
import { OrderTicket } from '../history/OrderTicket.tsx';
import { stateWords } from '../history/order-words.ts';

/** "Booking info": the ticket that counts now (spec §4, Booked). */
export function TicketModal({ movie: { order } }: { movie: MemberMovie }) {
  const isShown = useStore($isTicketShown);
  const now = useStore($now);
  if (!order) return null;
  return (
    <Modal open={isShown} title={text.booked} shape="ticketed" onClose={hideTicket}>
      <p className="lead">{stateWords(order, now)}.</p>
      <OrderTicket order={order} />
      <div className="flex justify-end pt-2">
        <Button kind="line" onClick={hideTicket}>
          {commonMessages.close}
        </Button>
      </div>
    </Modal>
  );
}
