import { fetchMyMovieOrders, fetchOrder } from '#api/booking.ts';
import { putPayment } from '#api/payments.ts';
import type { Order } from '#contract/booking.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { ticketInfo } from '../booking/booking.ts';
import { detailsHref } from '../details/details.ts';
import { replacePage } from '../lib/navigate.ts';
import { forgetOrderSource } from '../link-source.ts';
import { apiErrorCode } from '../lib/call-errors.ts';
import { notifyOnNextPage } from '../notices/notices.ts';
import { createPaymentFlow } from './at-provider.ts';
import { $payment, showOrder, updatePayment } from './payment-state.ts';

const flow = createPaymentFlow<Order>({
  read() {
    const { order, step, wallet } = $payment.get();
    return { bill: order, step, wallet };
  },
  update: updatePayment,
  show: showOrder,
  numberOf: ({ orderNo }) => orderNo,
  totalOf: ({ totalRoundedValue }) => totalRoundedValue,
  fetchBill: ({ movieOrderId }) => fetchOrder(movieOrderId),
  putReport: ({ movieOrderId }, report, idempotencyKey) =>
    putPayment(movieOrderId, report, idempotencyKey),
  onPaid: finishPaid,
  onRefunded(order) {
    notifyOnNextPage('info', text.returnedByProvider);
    openOrderPage(order);
  },
});

export const { openProvider, drawWallet, leaveWallet, showReturned } = flow;
export const showPayableOrder = flow.showPayable;
export const applyPaymentStatus = flow.applyStatus;

/** Spec §4: after success, movie details. `#ticket` shows the ticket there. */
const ticketHref = ({ orderMovie }: Order) => `${detailsHref(orderMovie)}#ticket`;

function leavePage(address: string) {
  updatePayment({ step: 'done' });
  clearTicketInfo();
  replacePage(address);
}

/** Spec §4: removes `ticketInfo`, unless another tab has chosen another film. */
function clearTicketInfo() {
  if (ticketInfo.get()?.movieId === $payment.get().booking?.movieId) ticketInfo.set(null);
}

function finishPaid(order: Order) {
  if ($payment.get().step === 'done') return;
  updatePayment({ order, wallet: null });
  forgetOrderSource(order.movieId);
  notifyOnNextPage('success', text.successful);
  // Chosen: not the film's details. The order's page has the link of the gift.
  if (order.gift) return openOrderPage(order);
  if (!order.slotPassed) return leavePage(ticketHref(order));
  updatePayment({ step: 'late', problem: null });
  clearTicketInfo();
}

export function openOrderPage({ movieOrderId }: Order) {
  leavePage(href('purchasedOrder', { order_id: movieOrderId }));
}

/**
 * Shows why the order cannot be paid: it is paid, or awaits its bank or the operator. Returns
 * whether it did.
 */
export async function handleUnpayableOrder(error: unknown, movieId: number): Promise<boolean> {
  switch (apiErrorCode(error)) {
    case 'already_booked':
    case 'order_paid':
      notifyOnNextPage('info', bookingMessages.alreadyBooked);
      leavePage(href('movieDetails', { movie_id: movieId }));
      return true;
    case 'payment_held':
    case 'payment_pending': {
      const { content } = await fetchMyMovieOrders(movieId);
      const waiting = content.find(({ paymentStatus }) => paymentStatus === 'PROCESSING');
      if (waiting) flow.applyStatus(waiting);
      return Boolean(waiting);
    }
    default:
      return false;
  }
}
