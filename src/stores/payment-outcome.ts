import { fetchMovieOrders, fetchOrder } from '#api/booking.ts';
import type { Order } from '#contract/booking.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { ticketInfo } from './booking.ts';
import { detailsHref } from './details.ts';
import { pollUntil } from './lib/polling.ts';
import { replacePage } from './lib/navigate.ts';
import { apiErrorCode } from './lib/call-errors.ts';
import { notify } from './notices.ts';
import { $payment, updatePayment, showPayableOrder } from './payment-order.ts';

/** Spec §4: after success, movie details. `#ticket` opens the booking info there. */
const ticketHref = ({ orderMovie }: Order) => `${detailsHref(orderMovie)}#ticket`;

function leavePage(address: string) {
  updatePayment({ step: 'done' });
  clearTicketInfo();
  replacePage(address);
}

/** Spec §4: removes the booking info, unless another tab has chosen another film. */
function clearTicketInfo() {
  if (ticketInfo.get()?.movieId === $payment.get().ticket?.movieId) ticketInfo.set(null);
}

export function finishPaid(order: Order) {
  // Both the provider's page and the recheck can report the payment.
  if ($payment.get().step === 'done') return;
  updatePayment({ order, wallet: null });
  notify('success', text.successful);
  if (!order.slotPassed) return leavePage(ticketHref(order));
  updatePayment({ step: 'late', problem: '' });
  clearTicketInfo();
}

export const openOrderPage = ({ movieOrderId }: Order) => leavePage(href('purchasedOrder', { order_id: movieOrderId }));

export function applyPaymentStatus(order: Order, unpaidText: string = text.contactAdministrator): void {
  switch (order.paymentStatus) {
    case 'PROCESSING':
      // Not awaited: otherwise the provider's window stays open during the whole wait.
      return void waitForBank(order);
    case 'PAID':
      return finishPaid(order);
    case 'REFUNDED':
      notify('info', text.returnedByProvider);
      return openOrderPage(order);
    default:
      showPayableOrder(order, unpaidText);
      notify('error', unpaidText);
  }
}

let newestWatch: object | undefined;

/** Polls until the bank has decided. Only the newest call shows the result. */
export async function waitForBank(order: Order): Promise<void> {
  const watch = (newestWatch = {});
  updatePayment({
    status: 'success',
    order,
    step: 'confirming',
    wallet: null,
    problem: '',
    code: order.couponCode ?? '',
  });
  const decided = await pollUntil(
    () => fetchOrder(order.movieOrderId),
    ({ paymentStatus }) => paymentStatus !== 'PROCESSING',
  );
  if (newestWatch === watch) applyPaymentStatus(decided, text.failed);
}

/** Handles the error of an order that is already paid or awaits its bank. Returns whether it has handled the error. */
export async function handleSettledError(error: unknown, movieId: number): Promise<boolean> {
  switch (apiErrorCode(error)) {
    case 'already_booked':
    case 'order_paid':
      notify('info', bookingMessages.alreadyBooked);
      leavePage(href('movieDetails', { movie_id: movieId }));
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
