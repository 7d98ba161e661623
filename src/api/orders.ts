import { listOrders, returnTicket, ticketCalendarFile } from '#contract/booking.ts';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { call, callForFile } from './http.ts';

export const fetchOrders = (page: number) =>
  call(listOrders, { query: { page, size: PAGE_SIZES.orders, sort: 'orderDate,desc' } });

export const fetchCalendarFile = (orderId: number) =>
  callForFile(ticketCalendarFile, { input: { params: { orderId } }, accept: 'text/calendar' });

export const refundOrder = (orderId: number) => call(returnTicket, { params: { orderId } });
