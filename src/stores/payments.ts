import { fetchMovieOrders, fetchOrder, postOrder } from '#api/booking.ts';
import { ApiError } from '#api/errors.ts';
import { openCheckout, putPayment } from '#api/payments.ts';
import type { Order } from '#contract/booking.ts';
import type { PaymentReport } from '#contract/payments.ts';
import { toWire } from '#domain/dates.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { isNowTicket, ticketInfo, viewerZone, type TicketInfo } from './booking.ts';
import { detailsHref } from './details.ts';
import { askUntil } from './lib/bank-watch.ts';
import { goInstead } from './lib/navigate.ts';
import { openRazorpay, type RazorpayProof } from './lib/razorpay.ts';
import { notify } from './notices.ts';
import { $payment, blank, codeOf, isRefusal, saveOrder, show, showOrder } from './payment-order.ts';

/** The order goes with the slot every time: a Now ticket begins when it is paid, not when it was chosen. */
const slotOf = (ticket: TicketInfo) => ({
  bookingStartTime: isNowTicket(ticket) ? toWire(new Date()) : ticket.startTime,
  timezone: viewerZone(),
});

export async function openPayment() {
  const ticket = ticketInfo.get();
  if (!ticket) return goInstead(href('movies'));
  $payment.set({ ...blank });
  try {
    showOrder(await postOrder(ticket.movieId, slotOf(ticket)));
  } catch (error) {
    if (await turnAway(error, ticket.movieId).catch(() => false)) return;
    const trouble = isRefusal(error) ? error.message : text.orderFailed;
    show({ status: 'error', trouble, isHourRefused: isSlotRefusal(error) });
  }
}

const isSlotRefusal = (error: unknown) => codeOf(error).startsWith('slot_');

/** Refusals that mean: there is nothing to pay here any more. True when the viewer has been led on. */
async function turnAway(error: unknown, movieId: number): Promise<boolean> {
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

function leave(address: string) {
  show({ step: 'done' });
  ticketInfo.set(null);
  goInstead(address);
}

// ---------- paying ----------

export async function pay() {
  const { order, step, isCodeSent } = $payment.get();
  const ticket = ticketInfo.get();
  if (!order || !ticket || step !== 'ready' || isCodeSent) return;
  show({ step: 'opening', trouble: '' });
  try {
    const { totalRoundedValue } = order;
    const saved = await saveOrder(order, { ...slotOf(ticket), totalRoundedValue });
    showOrder(saved);
    await (saved.totalRoundedValue === 0 ? completeFree(saved) : payAtBank(saved));
  } catch (error) {
    await refusePayment(error, order);
  }
}

async function completeFree(order: Order) {
  const paymentMode = order.couponCode ? 'Coupon' : 'FREE';
  await decide(
    await putPayment(order.movieOrderId, { orderNo: order.orderNo, paidAmount: 0, paymentStatus: 'PAID', paymentMode }),
  );
}

async function payAtBank(order: Order) {
  const checkout = await openCheckout(order.movieOrderId);
  if (checkout.provider !== 'razorpay') throw new Error('Another provider answered than was asked');
  let hasFailed = false;
  show({ step: 'atBank' });
  await openRazorpay(checkout, {
    paid: (proof) => void reportPaid(order, proof),
    failed: () => {
      hasFailed = true;
      notify('error', text.failed);
    },
    dismissed: () => void reportCancelled(order, hasFailed),
  });
}

async function refusePayment(error: unknown, order: Order) {
  if (codeOf(error) === 'price_changed') return showNewPrice(order);
  if (await turnAway(error, order.movieId).catch(() => false)) return;
  const reason = isSlotRefusal(error) || codeOf(error) === 'provider_away' ? (error as ApiError).message : '';
  show({ step: 'ready', trouble: reason, isHourRefused: isSlotRefusal(error) });
  notify('error', isSlotRefusal(error) ? reason : text.error);
}

async function showNewPrice(order: Order) {
  notify('warning', bookingMessages.priceChanged);
  try {
    showOrder(await saveOrder(order, {}));
    show({ trouble: bookingMessages.priceChanged });
  } catch {
    notify('error', text.error);
  }
  show({ step: 'ready' });
}

// ---------- what the bank said ----------

async function reportPaid(order: Order, proof: RazorpayProof) {
  show({ step: 'opening' });
  const report: PaymentReport = {
    orderNo: order.orderNo,
    paymentTransactionNo: proof.razorpay_payment_id,
    paymentDate: toWire(new Date()),
    paidAmount: order.totalRoundedValue,
    paymentStatus: 'PAID',
    paymentMode: 'RAZORPAY',
    ...proof,
  };
  const send = () => putPayment(order.movieOrderId, report, proof.razorpay_payment_id);
  try {
    await decide(
      await send().catch((error) => (isRefusal(error) ? Promise.reject(error) : sendUntilHeard(order, send))),
    );
  } catch (error) {
    show({ step: 'ready', trouble: isRefusal(error) ? error.message : '' });
    notify('error', text.contactAdministrator);
  }
}

/** The answer was lost; the money may be gone. The same report, under the same key, until somebody has heard it. */
function sendUntilHeard(order: Order, send: () => Promise<Order>): Promise<Order> {
  show({ order, step: 'confirming' });
  return askUntil(send, () => true, isRefusal);
}

async function reportCancelled(order: Order, isToldAlready: boolean) {
  show({ step: 'opening' });
  if (!isToldAlready) notify('warning', text.cancelled);
  const report: PaymentReport = {
    orderNo: order.orderNo,
    paidAmount: 0,
    paymentStatus: 'CANCELLED',
    paymentMode: 'RAZORPAY',
  };
  const known = await putPayment(order.movieOrderId, report).catch(() => order);
  // The bank may have been quicker than the popup's Close.
  if (known.paymentStatus === 'PAID' || known.paymentStatus === 'PROCESSING') return decide(known);
  show({ order: known, step: 'ready' });
}

async function decide(order: Order): Promise<void> {
  if (order.paymentStatus === 'PROCESSING') return waitForBank(order);
  if (order.paymentStatus === 'PAID') return succeed(order);
  show({ order, step: 'ready' });
  notify('error', text.contactAdministrator);
}

async function waitForBank(order: Order): Promise<void> {
  show({ status: 'success', order, step: 'confirming', code: order.couponCode ?? '' });
  const decided = await askUntil(
    () => fetchOrder(order.movieOrderId),
    ({ paymentStatus }) => paymentStatus !== 'PROCESSING',
  );
  if (decided.paymentStatus === 'PAID') return succeed(decided);
  show({ order: decided, step: 'ready' });
  notify('error', text.failed);
}

function succeed(order: Order) {
  show({ order });
  notify('success', text.successful);
  leave(detailsHref(order.orderMovie));
}
