import { readItem, writeItem } from '#api/tokens.ts';
import type { Order } from '#contract/booking.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isValidTicket, ticketPhase } from '#domain/ticket-phase.ts';

export const closesAt = (order: Order) => orderWindow(order).bookingEndTime.getTime();

export const isValid = (order: Order, now: Date) => isValidTicket(ticketPhase(order, orderWindow(order), now));

/** The next page reserves the space of the tickets until this time (layouts/guard.js). */
export const saveTicketsUntil = (valid: Order[]) =>
  writeItem('ticketsUntil', valid.length > 0 ? String(Math.max(...valid.map(closesAt))) : null);

/** For an order read alone: it can only extend the time. The next load of all tickets corrects it. */
export function extendTicketsUntil(order: Order): void {
  if (closesAt(order) > Number(readItem('ticketsUntil'))) saveTicketsUntil([order]);
}
