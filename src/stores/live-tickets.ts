import { atom } from 'nanostores';
import { fetchOrders } from '#api/orders.ts';
import type { Order } from '#contract/booking.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isWatchable, ticketPhase } from '#domain/ticket-phase.ts';
import { serverNow } from './server-clock.ts';

export const $liveTickets = atom<Order[]>([]);

/** Ignores errors, because the booking history also lists the tickets. */
export async function loadLiveTickets() {
  const closes = (order: Order) => orderWindow(order).bookingEndTime.getTime();
  const page = await fetchOrders(0).catch(() => null);
  const now = serverNow();
  const live = (page?.content ?? []).filter((order) => isWatchable(ticketPhase(order, orderWindow(order), now)));
  $liveTickets.set(live.toSorted((a, b) => closes(a) - closes(b)));
}
