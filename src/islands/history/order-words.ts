import type { Order } from '#contract/booking.ts';
import { displayDay, displayHour, local } from '#domain/dates.ts';
import { displayRupees } from '#domain/pricing.ts';
import { displayWait, isWindowOpen, isWindowOver } from '#domain/viewing.ts';
import { historyMessages as text } from '#messages/history.ts';
import { orderWindow } from '../booking/order-window.ts';

const moment = (instant: Date) => `${displayDay(instant)}, ${displayHour(instant)}`;

/** `Sat 21 Nov, 7.00 PM to Sun 22 Nov, 7.00 PM` */
export function windowWords(order: Order): string {
  const { bookingStartTime, bookingEndTime } = orderWindow(order);
  return text.fromTo(moment(bookingStartTime), moment(bookingEndTime));
}

/** `21 Nov 2026` */
export const orderDay = ({ orderDate }: Order): string => local(orderDate)?.format('DD MMM YYYY') ?? '-';

/** What an order is to its viewer now: when the house opens, or why it does not. Spec §4: other than PAID is not successful. */
export function stateWords(order: Order, now: Date): string {
  const window = orderWindow(order);
  switch (order.paymentStatus) {
    case 'PAID':
      if (isWindowOver(window, now)) return text.windowClosed;
      return isWindowOpen(window, now)
        ? text.isOpen(moment(window.bookingEndTime))
        : text.opensIn(displayWait(window.bookingStartTime, now));
    case 'PROCESSING':
      return text.confirming;
    case 'REFUNDED':
      return text.refunded;
    default:
      return text.notPaid;
  }
}

/** `Paid ₹88 by UPI`; a ticket that cost nothing names its code. */
export function paidWords({ totalRoundedValue, paymentMode, couponCode, paymentStatus }: Order): string | null {
  if (paymentStatus !== 'PAID') return null;
  if (totalRoundedValue > 0) return text.paidBy(displayRupees(totalRoundedValue), paymentMode ?? '-');
  return couponCode ? text.paidWithCode(couponCode) : text.paidNothing;
}

/** Spec §4: NEW yellow, PAID green, anything else red. */
export const statusClass = ({ paymentStatus }: Order): string =>
  paymentStatus === 'PAID' ? 'status paid' : paymentStatus === 'NEW' ? 'status new' : 'status';
