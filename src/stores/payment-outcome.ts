import { fetchMovieOrders, fetchOrder } from '#api/booking.ts';
import type { Order } from '#contract/booking.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { ticketInfo } from './booking.ts';
import { detailsHref } from './details.ts';
import { askUntil } from './lib/bank-watch.ts';
import { goInstead } from './lib/navigate.ts';
import { codeOf } from './lib/status.ts';
import { notify } from './notices.ts';
import { $payment, show, showOrder } from './payment-order.ts';

/** Where the booking info is open on arrival (spec §4: after success the user goes to movie details). */
const ticketAt = ({ orderMovie }: Order) => `${detailsHref(orderMovie)}#ticket`;

function leave(address: string) {
  show({ step: 'done' });
  forgetTicket();
  goInstead(address);
}

/** Spec §4: after success booking info is removed; not what another tab has chosen since. */
function forgetTicket() {
  if (ticketInfo.get()?.movieId === $payment.get().ticket?.movieId) ticketInfo.set(null);
}

export function succeed(order: Order) {
  // Heard of by two ways: the provider's page, and a look from another tab.
  if ($payment.get().step === 'done') return;
  show({ order, wallet: null });
  notify('success', text.successful);
  if (!order.slotPassed) return leave(ticketAt(order));
  show({ step: 'late', trouble: '' });
  forgetTicket();
}

/** The viewer of a ticket that was paid after its hour has asked for the money back. */
export const leaveForOrder = ({ movieOrderId }: Order) => leave(href('purchasedOrder', { order_id: movieOrderId }));

/** As the server now says it stands. `unpaid`: what it means that nobody paid after all. */
export function decide(order: Order, unpaid: string = text.contactAdministrator): void {
  switch (order.paymentStatus) {
    case 'PROCESSING':
      // Not waited for: a provider's window that reported it would stay open as long.
      return void waitForBank(order);
    case 'PAID':
      return succeed(order);
    case 'REFUNDED':
      notify('info', text.returnedByProvider);
      return leaveForOrder(order);
    default:
      showOrder(order, unpaid);
      notify('error', unpaid);
  }
}

let watched: object | undefined;

/** Asks until the bank has decided. The newest watch alone says how it ended. */
export async function waitForBank(order: Order): Promise<void> {
  const watch = (watched = {});
  show({ status: 'success', order, step: 'confirming', wallet: null, trouble: '', code: order.couponCode ?? '' });
  const decided = await askUntil(
    () => fetchOrder(order.movieOrderId),
    ({ paymentStatus }) => paymentStatus !== 'PROCESSING',
  );
  if (watched === watch) decide(decided, text.failed);
}

/** Refusals that mean: there is nothing to pay here any more. True when the viewer has been led on. */
export async function turnAway(error: unknown, movieId: number): Promise<boolean> {
  switch (codeOf(error)) {
    case 'already_booked':
    case 'order_paid':
      notify('info', bookingMessages.alreadyBooked);
      leave(href('movieDetails', { movie_id: movieId }));
      return true;
    case 'payment_pending': {
      const { content } = await fetchMovieOrders(movieId);
      const waiting = content.find(({ paymentStatus }) => paymentStatus === 'PROCESSING');
      if (waiting) void waitForBank(waiting);
      return Boolean(waiting);
    }
    default:
      return false;
  }
}
