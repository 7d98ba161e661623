import { onMount } from 'nanostores';
import { fetchMemberMovie, fetchOrder, postOrder } from '#api/booking.ts';
import { clockAheadMs } from '#api/server-clock.ts';
import { fetchPaymentMethods } from '#api/payments.ts';
import { fetchGeo } from '#api/places.ts';
import { SLOT_ERRORS } from '#contract/error-groups.ts';
import { toWire } from '#domain/dates.ts';
import { isUnpaid } from '#domain/ticket-phase.ts';
import { href, type ReturnOutcome } from '#routes.ts';
import { isNowBooking, ticketInfo, viewerZone, type TicketInfo } from '../booking/booking.ts';
import { serverNow } from '../server-clock.ts';
import { replacePage } from '../lib/navigate.ts';
import { orderSourceOf } from '../link-source.ts';
import { takePaymentReturn } from './payment-return.ts';
import { rememberMe } from '../session/remember-me.ts';
import { apiErrorWithCode, isRejected } from '../lib/call-errors.ts';
import { $payment, blankPayment, updatePayment } from './payment-state.ts';
import { fillInPlace } from './choose-place.ts';
import {
  applyPaymentStatus,
  handleUnpayableOrder,
  showPayableOrder,
  showReturned,
} from './finish-ticket.ts';
import { problemOf } from './problem.ts';

/** Calculated for each request: a Now booking starts when it is paid, not when it was chosen. */
export const slotOf = (booking: TicketInfo) => ({
  ...(booking.gift
    ? { gift: booking.gift }
    : { bookingStartTime: isNowBooking(booking) ? toWire(serverNow()) : booking.startTime }),
  timezone: viewerZone(),
});

export const isSlotRefusal = (error: unknown) => apiErrorWithCode(error, ...SLOT_ERRORS) !== null;

/** An order that was paid on the provider's own page, perhaps in another browser. */
async function openReturned(orderId: number, outcome: ReturnOutcome): Promise<boolean> {
  const order = orderId ? await fetchOrder(orderId).catch(() => null) : null;
  if (!order) return false;
  const { movieId, bookingStartTime: startTime, gift } = order;
  const stored = ticketInfo.get();
  const booking: TicketInfo =
    stored?.movieId === movieId
      ? stored
      : { movieId, date: '', time: '', startTime, gift: gift ?? undefined };
  $payment.set({ ...blankPayment, booking });
  const context = loadPaymentContext(booking);
  await showReturned(order, outcome);
  await fillInPlaceOfAwaitedOrder(context);
  return true;
}

export async function openPayment() {
  const { orderId, outcome } = takePaymentReturn();
  if (await openReturned(orderId, outcome)) return undefined;
  const booking = ticketInfo.get();
  if (!booking) return replacePage(href('movies'));
  $payment.set({ ...blankPayment, booking });
  const context = loadPaymentContext(booking);
  try {
    // A Now booking is ordered with the server's time, which is known only after a first response:
    // wait for one.
    if (isNowBooking(booking) && clockAheadMs() === null) await context;
    const newOrder = { ...slotOf(booking), linkSource: orderSourceOf(booking.movieId) };
    const [order, { buyerPlace, country }] = await Promise.all([
      postOrder(booking.movieId, newOrder),
      context,
    ]);
    showPayableOrder(order);
    fillInPlace(order, buyerPlace, country);
  } catch (error) {
    if (await handleUnpayableOrder(error, booking.movieId).catch(() => false))
      return fillInPlaceOfAwaitedOrder(context);
    const problem = isRejected(error) ? problemOf(error.message) : 'orderFailed';
    updatePayment({ status: 'error', problem, isSlotRefused: isSlotRefusal(error) });
  }
}

/** Only the payment methods are required. Film and geolocation only prefill the buyer's place. */
async function loadPaymentContext({ movieId }: TicketInfo) {
  const [methods, movie, geo] = await Promise.all([
    fetchPaymentMethods(),
    fetchMemberMovie(movieId).catch(() => null),
    fetchGeo().catch(() => null),
  ]);
  updatePayment({ methods });
  // Chosen: without a place for the IP address, the country of the number that signed in.
  return {
    buyerPlace: movie?.buyerPlace ?? null,
    country: geo?.country ?? rememberMe.get()?.country ?? null,
  };
}

/**
 * For an order whose bank is still confirming: fills in the buyer's place, with which the viewer
 * can pay after a decline.
 */
async function fillInPlaceOfAwaitedOrder(loading: ReturnType<typeof loadPaymentContext>) {
  const context = await loading.catch(() => null);
  const { order, step } = $payment.get();
  if (!context || !order || !['confirming', 'held', 'ready'].includes(step)) return;
  fillInPlace(order, context.buyerPlace, context.country);
}

const isAwaitingPayer = () => ['ready', 'atProvider'].includes($payment.get().step);
const isHeld = () => $payment.get().step === 'held';

/**
 * `isRestored`: the viewer came back by the browser's Back, so that no window of a provider is
 * open.
 */
async function recheckOrder(isRestored = false) {
  const { order } = $payment.get();
  if (!order || !(isAwaitingPayer() || isHeld())) return;
  const current = await fetchOrder(order.movieOrderId).catch(() => order);
  // Held: the operator has returned the payment.
  if ((isRestored || isHeld()) && isUnpaid(current)) return showPayableOrder(current);
  if ((isAwaitingPayer() || isHeld()) && !isUnpaid(current)) applyPaymentStatus(current);
}

onMount($payment, () => {
  const recheckRestored = ({ persisted }: PageTransitionEvent) => void recheckOrder(persisted);
  const recheckIfVisible = () => document.visibilityState === 'visible' && void recheckOrder();
  globalThis.addEventListener?.('visibilitychange', recheckIfVisible);
  globalThis.addEventListener?.('pageshow', recheckRestored);
  const stopListening = ticketInfo.listen((booking) => booking ?? void recheckOrder());
  return () => {
    globalThis.removeEventListener?.('visibilitychange', recheckIfVisible);
    globalThis.removeEventListener?.('pageshow', recheckRestored);
    stopListening();
  };
});
