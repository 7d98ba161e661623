import { atom } from 'nanostores';
import { fetchOrders } from '#api/orders.ts';
import type { Order } from '#contract/booking.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isValidTicket, ticketPhase } from '#domain/ticket-phase.ts';
import { serverNow } from './server-clock.ts';

/** Tickets whose window has not ended; the first to end comes first. */
export const $validTickets = atom<Order[]>([]);

/** Ignores errors, because the booking history also lists the tickets. */
export async function loadValidTickets() {
  const closes = (order: Order) => orderWindow(order).bookingEndTime.getTime();
  const page = await fetchOrders(0).catch(() => null);
  const now = serverNow();
  const valid = (page?.content ?? []).filter((order) => isValidTicket(ticketPhase(order, orderWindow(order), now)));
  $validTickets.set(valid.toSorted((a, b) => closes(a) - closes(b)));
}
