import { fetchOrders } from '#api/orders.ts';
import { createPagedList } from './lib/list.ts';

export const orders = createPagedList((_: null, page: number) => fetchOrders(page), { base: 0 });
export const openOrders = () => orders.open(null);
