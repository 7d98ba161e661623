import { computed, map } from 'nanostores';
import { fetchOrder } from '#api/booking.ts';
import { refundOrder } from '#api/orders.ts';
import type { Order } from '#contract/booking.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isRefundPending, isUnpaid, isValidTicket, ticketPhase } from '#domain/ticket-phase.ts';
import { historyMessages as text } from '#messages/history.ts';
import { matchRoute } from '#routes.ts';
import { keepTicket } from './keep-ticket.ts';
import { createServerClock, serverNow } from '../server-clock.ts';
import { pollUntil } from '../lib/polling.ts';
import { isNotFound } from '../lib/call-errors.ts';
import { createTask, type Status } from '../lib/task.ts';
import { notify } from '../notices/notices.ts';

export const $ticket = map<{ status: Status; order: Order | null }>({
  status: 'process',
  order: null,
});

export const $currentTime = createServerClock(1000);

/** Notifies only when the phase changes, not every second. */
export const $phase = computed([$ticket, $currentTime], ({ order }, now) =>
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
  if (isUndecided(order)) void pollUntilDecided(order);
  if (isValidTicket(ticketPhase(order, orderWindow(order), serverNow()))) void keepTicket(order);
}

/** An operator decides about held money, which may take a day: not polled. */
const isUndecided = (order: Order) =>
  (order.paymentStatus === 'PROCESSING' && !order.heldAmount) ||
  (order.isPaymentBegun && isUnpaid(order)) ||
  isRefundPending(order.refund);

let polledOrderId: number | null = null;

async function pollUntilDecided({ movieOrderId }: Order) {
  if (polledOrderId === movieOrderId) return;
  polledOrderId = movieOrderId;
  const decided = await pollUntil(
    () => fetchOrder(movieOrderId),
    (order) => !isUndecided(order),
    isNotFound,
  ).catch(() => null);
  polledOrderId = null;
  if (decided && $ticket.get().order?.movieOrderId === movieOrderId) showTicket(decided);
}

/** The ticket may have been rescheduled, played or paid on another page. */
export async function refreshTicket() {
  const { order } = $ticket.get();
  const updated = order && (await fetchOrder(order.movieOrderId).catch(() => null));
  if (updated && $ticket.get().order?.movieOrderId === updated.movieOrderId) showTicket(updated);
}

export function refreshOnTabVisible() {
  const refreshIfVisible = () => document.visibilityState === 'visible' && void refreshTicket();
  document.addEventListener('visibilitychange', refreshIfVisible);
  return () => document.removeEventListener('visibilitychange', refreshIfVisible);
}

/** For a ticket paid after its hour. Returns the updated order. */
const refund = createTask(({ movieOrderId }: Pick<Order, 'movieOrderId'>) =>
  refundOrder(movieOrderId),
);
export const $refunding = refund.$state;
export const refundTicket = refund.run;
export const clearRefund = refund.clear;
