import type { ReactNode } from 'react';
import type { Order } from '#contract/booking.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isOpenTicket, isRefundPending, type TicketPhase } from '#domain/ticket-phase.ts';
import { giftOrderMessages as gifts } from '#messages/gift-orders.ts';
import { historyMessages as text } from '#messages/history.ts';
import { paymentMessages } from '#messages/payments.ts';
import { Countdown } from './Countdown.tsx';
import { WatchButton } from './TicketActions.tsx';
import { giftNote, giftTitle, isGivenGift } from '#stores/history/gift-text.ts';
import { closedText, momentText, amountText } from '#stores/history/order-text.ts';

export const TicketHeading = ({ order, phase }: { order: Order; phase: TicketPhase }) => (
  <div className="mb-6 grid max-w-[58ch] gap-2.5 md:mb-7.5 print:hidden">
    <div aria-live="polite">
      <h1 className="heading-2" tabIndex={-1}>
        {titleText(phase, order)}
      </h1>
    </div>
    <p className="lead-text">{leadText(phase, order)}</p>
    {isOpenTicket(phase) && (
      <p className="mt-2 grid md:flex">
        <WatchButton order={order} />
      </p>
    )}
  </div>
);

function titleText(phase: TicketPhase, order: Order): string {
  if (phase === 'before') return text.booked;
  if (phase === 'gift' && isGivenGift(order)) return giftTitle(order.gift);
  if (isEndedForReceiver(phase, order)) return gifts.receivedEnded;
  return isOpenTicket(phase) ? text.open : closedText(phase, order);
}

/** The money of the receiver's ticket goes back to another person. */
const isEndedForReceiver = (phase: TicketPhase, { gift }: Order): boolean =>
  gift?.role === 'receiver' && (phase === 'refunding' || phase === 'refunded');

function leadText(phase: TicketPhase, order: Order): ReactNode {
  const { bookingStartTime, bookingEndTime } = orderWindow(order);
  if (isEndedForReceiver(phase, order)) return gifts.receivedEndedNote;
  switch (phase) {
    case 'before':
      return (
        <>
          <span>{text.beforeCountdown}</span> <Countdown until={bookingStartTime} />
          <span>{`. ${text.comeBack}`}</span>
        </>
      );
    case 'open':
      return text.beginWhenever(momentText(bookingEndTime));
    case 'started':
      return text.started(momentText(bookingEndTime));
    case 'gift':
      return isGivenGift(order) ? giftNote(order.gift, order) : text.notPaidNote;
    case 'ended':
      return text.closedNote(momentText(bookingEndTime));
    case 'confirming':
      return `${paymentMessages.slowBank} ${text.updatesItself}`;
    case 'held':
      return `${paymentMessages.held(displayRupees(order.heldAmount ?? 0))}. ${paymentMessages.heldNote}`;
    case 'refunding':
      return text.refundingNote(
        order.refundedAmount > 0
          ? displayRupees(order.totalRoundedValue - order.refundedAmount)
          : amountText(order),
      );
    case 'refunded':
      if (order.refundReason === 'dispute') return text.disputedNote(amountText(order));
      return order.totalRoundedValue > 0
        ? text.refundedNote(amountText(order))
        : text.freeTicketReturnedNote;
    case 'unpaid':
      return strayPaymentText(order) ?? text.unpaidNote;
    case 'cancelled':
      return strayPaymentText(order) ?? text.notPaidNote;
  }
}

/**
 * For a refunded payment without a ticket: it was held, or the viewer has another ticket for the
 * film.
 */
function strayPaymentText({ refund }: Order): string | null {
  if (isRefundPending(refund)) return text.strayPaymentReturning;
  return refund === 'done' ? text.strayPaymentReturned : null;
}
