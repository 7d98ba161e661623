import type { Order } from '#contract/booking.ts';
import { HOUSE_ZONE, local } from '#domain/dates.ts';
import { displayHouseMoment, displayMoment } from '#domain/moments.ts';
import { orderWindow } from '#domain/order-window.ts';
import { displayRupees } from '#domain/pricing.ts';
import { isGoingBack, ticketPhase, type TicketPhase } from '#domain/ticket-phase.ts';
import { displayWait } from '#domain/viewing.ts';
import { historyMessages as text } from '#messages/history.ts';
import { viewerZone } from '#stores/booking.ts';

/** `Sat 21 Nov, 7.00 PM`, by the viewer's clock. */
export const moment = (instant: Date): string => displayMoment(instant, viewerZone());

/** `Sat 21 Nov, 7.00 PM to Sun 22 Nov, 7.00 PM` */
export function windowWords(order: Order): string {
  const { bookingStartTime, bookingEndTime } = orderWindow(order);
  return text.fromTo(moment(bookingStartTime), moment(bookingEndTime));
}

/** The same by India's clock, `Sun 22 Nov, 1.00 AM to Mon 23 Nov, 1.00 AM IST`; empty where the viewer's own reads so too. */
export function houseWindowWords(order: Order): string {
  const { bookingStartTime, bookingEndTime } = orderWindow(order);
  const closes = displayHouseMoment(bookingEndTime, viewerZone());
  return closes && text.fromTo(displayMoment(bookingStartTime, HOUSE_ZONE), closes);
}

/** `21 Nov 2026` */
export const orderDay = ({ orderDate }: Order): string => local(orderDate)?.format('DD MMM YYYY') ?? '-';

/** What an order is to its viewer now: when the house opens, or why it does not. Spec §4: other than PAID is not successful. */
export function stateWords(order: Order, now: Date): string {
  const window = orderWindow(order);
  const phase = ticketPhase(order, window, now);
  switch (phase) {
    case 'before':
      return text.opensIn(displayWait(window.bookingStartTime, now));
    case 'open':
    case 'begun':
      return text.isOpen(moment(window.bookingEndTime));
    case 'unpaid':
    case 'cancelled':
      return isGoingBack(order.refund) ? text.returning : text.notPaid;
    default:
      return closedWords(phase, order);
  }
}

/** What an order is that holds no ticket, or one whose hours are over. */
export function closedWords(phase: TicketPhase, { totalRoundedValue }: Pick<Order, 'totalRoundedValue'>): string {
  switch (phase) {
    case 'over':
      return text.windowClosed;
    case 'confirming':
      return text.confirming;
    case 'returning':
      return text.returning;
    case 'returned':
      return totalRoundedValue > 0 ? text.refunded : text.givenBack;
    default:
      return text.notPaid;
  }
}

/** `Paid ₹88 by UPI`; a ticket that cost nothing names its code. */
export function paidWords(order: Order): string | null {
  const { totalRoundedValue, paymentMode, couponCode, paymentStatus } = order;
  if (paymentStatus !== 'PAID' && paymentStatus !== 'REFUNDED') return null;
  if (totalRoundedValue > 0) return text.paidBy(sumWords(order), text.modes[paymentMode ?? ''] ?? paymentMode ?? '-');
  return couponCode ? text.paidWithCode(couponCode) : text.paidNothing;
}

/** `₹88`; abroad what was charged, and what for: `USD 2.12 for ₹187`. */
export function sumWords({ totalRoundedValue, charged }: Order): string {
  const rupees = displayRupees(totalRoundedValue);
  return charged ? text.chargedFor(text.sumIn(charged.currency, charged.amount), rupees) : rupees;
}

/** Spec §4: NEW yellow, PAID green, anything else red. */
export const statusClass = ({ paymentStatus }: Pick<Order, 'paymentStatus'>): string =>
  paymentStatus === 'PAID' ? 'status paid' : paymentStatus === 'NEW' ? 'status new' : 'status';
