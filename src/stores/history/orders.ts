import { fetchOrders } from '#api/orders.ts';
import { createPagedList } from '../lib/list.ts';
import { serverNow } from '../server-clock.ts';
import { validTicketsFirst } from './valid-tickets.ts';

async function fetchOrdersPage(_: null, page: number) {
  const found = await fetchOrders(page);
  return { ...found, content: validTicketsFirst(found.content, serverNow()) };
}

export const orders = createPagedList(fetchOrdersPage, { base: 0 });
export const openOrders = () => orders.open(null);
