import type { Order } from '#contract/booking.ts';
import { mailHref } from '#domain/operator-links.ts';
import { orderWindow } from '#domain/order-window.ts';
import { type TicketPhase } from '#domain/ticket-phase.ts';
import { giftOrderMessages } from '#messages/gift-orders.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { showTicket } from '#stores/history/ticket.ts';
import { HavePaidButton } from '../payments/HavePaidButton.tsx';
import { momentText } from '#stores/history/order-text.ts';

const SUPPORT_EMAIL = import.meta.env.PUBLIC_SUPPORT_EMAIL;

/** What the viewer can change or get back, until when, and how to ask the operator. */
export const TicketHelp = ({ order, phase }: { order: Order; phase: TicketPhase }) => (
  <section
    className="mt-11 max-w-[64ch] border-t border-line pt-6 print:hidden"
    aria-labelledby="ticket-help"
  >
    <h2 id="ticket-help" className="heading-3 mb-2.5">
      {text.helpTitle}
    </h2>
    <p>{helpText(phase, order)}</p>
    <p className="mt-2">
      <AskOperator order={order} />
    </p>
    {MAY_HAVE_PAID.has(phase) && <HavePaidButton order={order} onChecked={showTicket} />}
  </section>
);

const MAY_HAVE_PAID = new Set<TicketPhase>(['unpaid', 'confirming', 'cancelled']);

function helpText(phase: TicketPhase, order: Order): string {
  const closes = momentText(orderWindow(order).bookingEndTime);
  switch (phase) {
    case 'before':
    case 'open':
      if (order.gift) return giftOrderMessages.receivedHelp(closes);
      return order.slotPassed ? text.returnUntil(closes) : text.changeUntil(closes);
    case 'started':
      return text.noChangeStarted;
    case 'gift':
      return giftOrderMessages.help;
    case 'ended':
      return text.noChangeEnded;
    case 'refunding':
    case 'refunded':
      return order.totalRoundedValue > 0 ? text.refundLate : text.returnedFree;
    case 'held':
      return text.heldHelp;
    default:
      return text.paidWithoutTicket;
  }
}

/** A mail with the order filled in; without an operator's address the contact page. */
const AskOperator = ({ order: { orderNo, orderMovie } }: { order: Order }) => (
  <>
    <a
      className="action-link mr-3"
      href={
        SUPPORT_EMAIL
          ? mailHref(
              SUPPORT_EMAIL,
              text.askSubject(orderNo),
              text.askBody(orderNo, orderMovie.movieName),
            )
          : href('contactUs')
      }
    >
      {text.askAboutTicket}
    </a>{' '}
    {!SUPPORT_EMAIL && (
      <span className="small text-soft inline-block">{text.askWithNumber(orderNo)}</span>
    )}
  </>
);
