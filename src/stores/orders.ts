import { map } from 'nanostores';
import { fetchOrder, fetchOrders } from '#api/booking.ts';
import type { Order } from '#contract/booking.ts';
import { historyMessages as text } from '#messages/history.ts';
import { matchRoute } from '#routes.ts';
import { isNotFound, type Status } from './lib/status.ts';
import { notify } from './notices.ts';

export const $orders = map<{ status: Status; orders: Order[] }>({ status: 'process', orders: [] });
export const $order = map<{ status: Status; order: Order | null }>({ status: 'process', order: null });

export async function openOrders() {
  $orders.set({ status: 'process', orders: [] });
  try {
    const { content } = await fetchOrders();
    $orders.set({ status: content.length ? 'success' : 'noData', orders: content });
  } catch {
    $orders.setKey('status', 'error');
  }
}

export async function openOrder() {
  $order.set({ status: 'process', order: null });
  try {
    const id = Number(matchRoute('purchasedOrder', location.pathname)?.['order_id']);
    $order.set({ status: 'success', order: await fetchOrder(id) });
  } catch (error) {
    if (isNotFound(error)) return $order.setKey('status', 'noData');
    $order.setKey('status', 'error');
    notify('error', text.orderFailed);
  }
}
