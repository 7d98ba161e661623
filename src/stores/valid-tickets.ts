import { atom } from 'nanostores';
import { fetchOrders } from '#api/orders.ts';
import type { Order } from '#contract/booking.ts';
import { serverNow } from './server-clock.ts';
import { closesAt, isValid, saveTicketsUntil } from './tickets-until.ts';

/** Tickets whose window has not ended; the first to end comes first. */
export const $validTickets = atom<Order[]>([]);

/** Ignores errors, because the booking history also lists the tickets. */
export async function loadValidTickets() {
  const page = await fetchOrders(0).catch(() => null);
  if (!page) return;
  const now = serverNow();
  const valid = page.content.filter((order) => isValid(order, now)).toSorted((a, b) => closesAt(a) - closesAt(b));
  $validTickets.set(valid);
  saveTicketsUntil(valid);
}

/** Valid tickets first; otherwise in the given order. */
export const validTicketsFirst = (orders: Order[], now: Date): Order[] =>
  orders.toSorted((a, b) => Number(isValid(b, now)) - Number(isValid(a, now)));
