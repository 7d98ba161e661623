import { atom } from 'nanostores';
import { fetchOrders } from '#api/orders.ts';
import type { Order } from '#contract/booking.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isLive, ticketPhase } from '#domain/ticket-phase.ts';
import { serverNow } from './clock.ts';

/** The viewer's tickets that can still be watched, the one that closes first in front. */
export const $liveTickets = atom<Order[]>([]);

/** Says nothing when they do not come: the booking history has them too. */
export async function loadLiveTickets() {
  const closes = (order: Order) => orderWindow(order).bookingEndTime.getTime();
  const page = await fetchOrders(0).catch(() => null);
  const now = serverNow();
  const live = (page?.content ?? []).filter((order) => isLive(ticketPhase(order, orderWindow(order), now)));
  $liveTickets.set(live.toSorted((a, b) => closes(a) - closes(b)));
}
