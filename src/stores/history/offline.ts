import { z } from 'zod';
import { fetchMemberMovie, fetchOrder } from '#api/booking.ts';
import { keepPages, registerWorker } from '#api/device-data.ts';
import { fetchInvoice } from '#api/invoices.ts';
import { fetchOrders } from '#api/orders.ts';
import type { Order } from '#contract/booking.ts';
import { href } from '#routes.ts';
import { detailsHref } from '../details/details.ts';
import { persistentTabAtom } from '../lib/persistent-atom.ts';

/** Once for a tab: ids of orders. */
const keptTickets = persistentTabAtom('keptTickets', z.array(z.number()));

/**
 * Keeps the ticket, its invoice, its film's page and the list of tickets for a visit without a
 * network.
 */
export async function keepTicketOffline({ movieOrderId, movieId, invoiceNo, orderMovie }: Order) {
  const kept = keptTickets.get() ?? [];
  if (kept.includes(movieOrderId) || !(await registerWorker())) return;
  keptTickets.set([...kept, movieOrderId]);
  await keepPages([
    href('purchaseHistory'),
    href('purchasedOrder', { order_id: movieOrderId }),
    detailsHref(orderMovie),
  ]);
  // Each call stores its reply.
  await Promise.allSettled([
    fetchOrders(0),
    fetchOrder(movieOrderId),
    fetchMemberMovie(movieId),
    invoiceNo && fetchInvoice(movieOrderId, { kind: 'invoice' }),
  ]);
}
