import type { Order } from '#contract/booking.ts';

/** Loads the code for it after the page has shown the ticket. */
export async function keepTicket(order: Order) {
  const offline = await import('./offline.ts').catch(() => null);
  await offline?.keepTicketOffline(order);
}
