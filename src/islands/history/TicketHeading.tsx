import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Order } from '#contract/booking.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isGoingBack, type TicketPhase } from '#domain/ticket-phase.ts';
import { historyMessages as text } from '#messages/history.ts';
import { paymentMessages } from '#messages/payments.ts';
import { $phase } from '#stores/ticket.ts';
import { Countdown } from './Countdown.tsx';
import { closedWords, moment, sumWords } from './order-words.ts';

/** What the order is now, and what that means for the hours and for the money. */
export function TicketHead({ order }: { order: Order }) {
  const phase = useStore($phase);
  return (
    phase && (
      <div className="mb-6 grid max-w-[58ch] gap-2.5 md:mb-7.5 print:hidden">
        <div aria-live="polite">
          <h1 className="d2" tabIndex={-1}>
            {titleOf(phase, order)}
          </h1>
        </div>
        <p className="lead">{leadOf(phase, order)}</p>
      </div>
    )
  );
}

function titleOf(phase: TicketPhase, order: Order): string {
  if (phase === 'before') return text.booked;
  return phase === 'open' || phase === 'begun' ? text.open : closedWords(phase, order);
}

function leadOf(phase: TicketPhase, order: Order): ReactNode {
  const { bookingStartTime, bookingEndTime } = orderWindow(order);
  switch (phase) {
    case 'before':
      return (
        <>
          {text.opensInLead} <Countdown until={bookingStartTime} />. {text.comeBack}
        </>
      );
    case 'open':
      return text.beginWhenever(moment(bookingEndTime));
    case 'begun':
      return text.begun(moment(bookingEndTime));
    case 'over':
      return text.closedNote(moment(bookingEndTime));
    case 'confirming':
      return `${paymentMessages.slowBank} ${text.looksAgain}`;
    case 'returning':
      return text.returningNote(sumWords(order));
    case 'returned':
      return order.totalRoundedValue > 0 ? text.refundedNote(sumWords(order)) : text.givenBackNote;
    case 'unpaid':
      return strayMoney(order) ?? text.unpaidNote;
    case 'cancelled':
      return strayMoney(order) ?? text.notPaidNote;
  }
}

/** Money that opened no ticket and goes back: another sum than was asked for, or a second payment. */
function strayMoney({ refund }: Order): string | null {
  if (isGoingBack(refund)) return text.strayReturning;
  return refund === 'done' ? text.strayReturned : null;
}
