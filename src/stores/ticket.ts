import { computed, map } from 'nanostores';
import { fetchOrder } from '#api/booking.ts';
import { refundOrder } from '#api/orders.ts';
import type { Order } from '#contract/booking.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isGoingBack, ticketPhase } from '#domain/ticket-phase.ts';
import { historyMessages as text } from '#messages/history.ts';
import { matchRoute } from '#routes.ts';
import { createClock } from './clock.ts';
import { askUntil } from './lib/bank-watch.ts';
import { createTask, isNotFound, type Status } from './lib/status.ts';
import { notify } from './notices.ts';

/** One order of the viewer, as its own page shows it. */
export const $ticket = map<{ status: Status; order: Order | null }>({ status: 'process', order: null });

/** The clock of a page that counts to the second. */
export const $second = createClock(1000);

/** Tells only of a change: what the page says of the ticket follows from it. */
export const $phase = computed([$ticket, $second], ({ order }, now) =>
  order ? ticketPhase(order, orderWindow(order), now) : null,
);

export async function openTicket() {
  const id = Number(matchRoute('purchasedOrder', location.pathname)?.['order_id']);
  if (!Number.isSafeInteger(id)) return $ticket.set({ status: 'noData', order: null });
  $ticket.set({ status: 'process', order: null });
  try {
    showTicket(await fetchOrder(id));
  } catch (error) {
    if (isNotFound(error)) return $ticket.setKey('status', 'noData');
    $ticket.setKey('status', 'error');
    notify('error', text.orderFailed);
  }
}

export function showTicket(order: Order) {
  $ticket.set({ status: 'success', order });
  if (isUndecided(order)) void follow(order);
}

/** Somebody else has the next word: the bank, or who returns the money. */
const isUndecided = ({ paymentStatus, refund }: Order) => paymentStatus === 'PROCESSING' || isGoingBack(refund);

let followed: number | null = null;

async function follow({ movieOrderId }: Order) {
  if (followed === movieOrderId) return;
  followed = movieOrderId;
  const decided = await askUntil(
    () => fetchOrder(movieOrderId),
    (order) => !isUndecided(order),
    isNotFound,
  ).catch(() => null);
  followed = null;
  if (decided && $ticket.get().order?.movieOrderId === movieOrderId) showTicket(decided);
}

/** Asks again, unseen: the ticket may have been moved, played or paid on another page. */
export async function refreshTicket() {
  const { order } = $ticket.get();
  const now = order && (await fetchOrder(order.movieOrderId).catch(() => null));
  if (now && $ticket.get().order?.movieOrderId === now.movieOrderId) showTicket(now);
}

/** Keeps the page true after it lay in another tab's shadow. Gives what ends the watch. */
export function refreshOnReturn() {
  const look = () => document.visibilityState === 'visible' && void refreshTicket();
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

/** The money back for a ticket whose hour had passed when it was paid; gives the order as it then stands. */
const refund = createTask(({ movieOrderId }: Pick<Order, 'movieOrderId'>) => refundOrder(movieOrderId));
export const $returning = refund.$state;
export const returnMoney = refund.run;
export const forgetReturning = refund.clear;
