import { atom } from 'nanostores';
import { fetchOrders } from '#api/orders.ts';
import { writeItem } from '#api/browser-storage.ts';
import type { Order } from '#contract/booking.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isValidTicket, ticketPhase } from '#domain/ticket-phase.ts';
import { keepTicket } from './keep-ticket.ts';
import { serverNow } from '../server-clock.ts';

/** Valid tickets (domain/ticket-phase.ts); the first to end comes first. */
export const $validTickets = atom<Order[]>([]);

const closesAt = (order: Order) => orderWindow(order).bookingEndTime.getTime();
const isValid = (order: Order, now: Date) =>
  isValidTicket(ticketPhase(order, orderWindow(order), now));

/** Ignores errors, because the booking history also lists the tickets. */
export async function loadValidTickets() {
  const page = await fetchOrders(0).catch(() => null);
  if (!page) return;
  const now = serverNow();
  const valid = page.content
    .filter((order) => isValid(order, now))
    .toSorted((a, b) => closesAt(a) - closesAt(b));
  $validTickets.set(valid);
  for (const order of valid) void keepTicket(order);
  // Until the last window ends, each page that opens reserves space for the tickets
  // (layouts/guard.js).
  writeItem('ticketsUntil', valid.length > 0 ? String(Math.max(...valid.map(closesAt))) : null);
}

/** Valid tickets first; otherwise in the given order. */
export const validTicketsFirst = (orders: Order[], now: Date): Order[] =>
  orders.toSorted((a, b) => Number(isValid(b, now)) - Number(isValid(a, now)));
