import { fetchOrders } from '#api/orders.ts';
import { createPagedList } from './lib/list.ts';

/** Everything that the viewer ever booked, the newest first. */
export const orders = createPagedList((_: null, page: number) => fetchOrders(page), { base: 0 });
export const openOrders = () => orders.open(null);
