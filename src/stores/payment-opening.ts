import { onMount } from 'nanostores';
import { fetchMemberMovie, fetchOrder, postOrder } from '#api/booking.ts';
import { clockAhead } from '#api/clock.ts';
import { fetchPaymentMethods } from '#api/payments.ts';
import { fetchGeo } from '#api/places.ts';
import { toWire } from '#domain/dates.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { isNowTicket, ticketInfo, viewerZone, type TicketInfo } from './booking.ts';
import { serverNow } from './clock.ts';
import { goInstead } from './lib/navigate.ts';
import { codeOf, isRefusal } from './lib/status.ts';
import { decide, turnAway } from './payment-end.ts';
import { $payment, blank, show, showOrder } from './payment-order.ts';
import { showPlace } from './payment-place.ts';

/** The order goes with the slot every time: a Now ticket begins when it is paid, not when it was chosen. */
export const slotOf = (ticket: TicketInfo) => ({
  bookingStartTime: isNowTicket(ticket) ? toWire(serverNow()) : ticket.startTime,
  timezone: viewerZone(),
});

export const isSlotRefusal = (error: unknown) => codeOf(error).startsWith('slot_');

export async function openPayment() {
  const ticket = ticketInfo.get();
  if (!ticket) return goInstead(href('movies'));
  $payment.set({ ...blank, ticket });
  const looking = lookAround(ticket);
  try {
    // A Now ticket is refused hours from now: where no reply has shown the server's clock yet, one is awaited first.
    if (isNowTicket(ticket) && clockAhead() === null) await looking;
    const [order, surroundings] = await Promise.all([postOrder(ticket.movieId, slotOf(ticket)), looking]);
    showOrder(order);
    showPlace(order, surroundings.buyerPlace, surroundings.country);
  } catch (error) {
    if (await turnAway(error, ticket.movieId).catch(() => false)) return readyTill(looking);
    const trouble = isRefusal(error) ? error.message : text.orderFailed;
    show({ status: 'error', trouble, isHourRefused: isSlotRefusal(error) });
  }
}

/** What is set up here, and where the buyer may live; the first is needed, the rest is a kindness. */
async function lookAround({ movieId }: TicketInfo) {
  const [methods, movie, geo] = await Promise.all([
    fetchPaymentMethods(),
    fetchMemberMovie(movieId).catch(() => null),
    fetchGeo().catch(() => null),
  ]);
  show({ methods });
  return { buyerPlace: movie?.buyerPlace ?? null, country: geo?.country ?? null };
}

/** An order that waits for its bank is shown before one has looked around; when the bank says no, one may pay again. */
async function readyTill(looking: ReturnType<typeof lookAround>) {
  const surroundings = await looking.catch(() => null);
  const { order, step } = $payment.get();
  if (!surroundings || !order || !['confirming', 'ready'].includes(step)) return;
  showPlace(order, surroundings.buyerPlace, surroundings.country);
}

const isUndecided = () => ['ready', 'atBank'].includes($payment.get().step);

/** Another tab, or a bank that was slow, may have decided meanwhile. */
async function lookAgain() {
  const { order } = $payment.get();
  if (!order || !isUndecided()) return;
  const known = await fetchOrder(order.movieOrderId).catch(() => order);
  if (isUndecided() && !['NEW', 'CANCELLED'].includes(known.paymentStatus)) decide(known);
}

onMount($payment, () => {
  const lookIfSeen = () => document.visibilityState === 'visible' && void lookAgain();
  globalThis.addEventListener?.('visibilitychange', lookIfSeen);
  globalThis.addEventListener?.('pageshow', lookIfSeen);
  const stopFollowing = ticketInfo.listen((ticket) => ticket ?? void lookAgain());
  return () => {
    globalThis.removeEventListener?.('visibilitychange', lookIfSeen);
    globalThis.removeEventListener?.('pageshow', lookIfSeen);
    stopFollowing();
  };
});
