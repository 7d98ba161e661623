import type { Order } from '#contract/booking.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { displayCinemaDateTime, displayDateTime } from '#domain/format/date-times.ts';
import { displayWordDate } from '#domain/format/dates.ts';
import { displayWait } from '#domain/format/durations.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isRefundPending, ticketPhase, type TicketPhase } from '#domain/ticket-phase.ts';
import { historyMessages as text } from '#messages/history.ts';
import { viewerZone } from '../booking/booking.ts';

/** `Sat 21 Nov, 7.00 PM` in the viewer's zone, on one line. */
export const momentText = (instant: Date): string =>
  displayDateTime(instant, viewerZone()).replaceAll(' ', '\u00a0');

/** `Sat 21 Nov, 7.00 PM to Sun 22 Nov, 7.00 PM` */
export function windowText(order: Order): string {
  const { bookingStartTime, bookingEndTime } = orderWindow(order);
  return text.fromTo(momentText(bookingStartTime), momentText(bookingEndTime));
}

/**
 * `Sun 22 Nov, 1.00 AM to Mon 23 Nov, 1.00 AM IST`; empty if the viewer's clock shows India's time.
 */
export function cinemaWindowText(order: Order): string {
  const { bookingStartTime, bookingEndTime } = orderWindow(order);
  const closes = displayCinemaDateTime(bookingEndTime, viewerZone());
  return closes && text.fromTo(displayDateTime(bookingStartTime, CINEMA_ZONE), closes);
}

export const orderDayText = ({ orderDate }: Order): string => displayWordDate(orderDate);

/** Spec §4: any status other than PAID is not successful. */
export function stateText(order: Order, now: Date): string {
  const window = orderWindow(order);
  const phase = ticketPhase(order, window, now);
  switch (phase) {
    case 'before':
      return text.opensIn(displayWait(window.bookingStartTime, now));
    case 'open':
    case 'started':
      return text.isOpen(momentText(window.bookingEndTime));
    case 'unpaid':
    case 'cancelled':
      return isRefundPending(order.refund) ? text.refunding : text.notPaid;
    default:
      return closedText(phase, order);
  }
}

/** For orders without a ticket, or with a closed window. */
export function closedText(
  phase: TicketPhase,
  { totalRoundedValue }: Pick<Order, 'totalRoundedValue'>,
): string {
  switch (phase) {
    case 'ended':
      return text.windowClosed;
    case 'confirming':
      return text.confirming;
    case 'held':
      return text.held;
    case 'refunding':
      return text.refunding;
    case 'refunded':
      return totalRoundedValue > 0 ? text.refunded : text.freeTicketReturned;
    default:
      return text.notPaid;
  }
}

/** `₹50 of ₹199 was refunded`; null unless a part went back and the ticket stayed paid. */
export const partRefundText = ({
  paymentStatus,
  refundedAmount,
  totalRoundedValue,
}: Order): string | null =>
  paymentStatus === 'PAID' && refundedAmount > 0
    ? text.partRefunded(displayRupees(refundedAmount), displayRupees(totalRoundedValue))
    : null;

/** `Paid ₹88 by UPI`; for a free ticket its coupon code; for a received gift its giver. */
export function paidText(order: Order): string | null {
  const { totalRoundedValue, paymentMode, couponCode, paymentStatus, gift } = order;
  if (paymentStatus !== 'PAID' && paymentStatus !== 'REFUNDED') return null;
  if (gift?.role === 'receiver')
    return gift.giverName ? text.receivedFrom(gift.giverName) : text.received;
  if (totalRoundedValue > 0)
    return text.paidBy(amountText(order), text.modes[paymentMode ?? ''] ?? paymentMode ?? '-');
  return couponCode ? text.paidWithCode(couponCode) : text.paidNothing;
}

/** `₹88`; for payments from abroad `USD 2.12 for ₹187`. */
export function amountText({ totalRoundedValue, charged }: Order): string {
  const rupees = displayRupees(totalRoundedValue);
  return charged ? text.chargedFor(text.sumIn(charged.currency, charged.amount), rupees) : rupees;
}

/** Spec §4: NEW is yellow, PAID is green, all other statuses are red. */
export const statusClass = ({ paymentStatus }: Pick<Order, 'paymentStatus'>): string =>
  paymentStatus === 'PAID'
    ? 'order-status paid'
    : paymentStatus === 'NEW'
      ? 'order-status new'
      : 'order-status';
