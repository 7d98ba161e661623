import { createOrder, getOrder, listOrders, memberMovie, myMovieOrders, updateOrder } from '#contract/booking.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { PAGE_SIZES } from '#domain/limits.ts';
import { call } from './http.ts';

export type OrderDraft = CallInput<typeof createOrder>['body'];
export type OrderChange = CallInput<typeof updateOrder>['body'];

export const fetchMemberMovie = (id: number) => call(memberMovie, { params: { id } });

export const postOrder = (movieId: number, body: OrderDraft) => call(createOrder, { params: { movieId }, body });

export const putOrder = (orderId: number, body: OrderChange) => call(updateOrder, { params: { orderId }, body });

export const fetchOrder = (orderId: number) => call(getOrder, { params: { orderId } });

export const fetchOrders = () =>
  call(listOrders, { query: { page: 0, size: PAGE_SIZES.orders, sort: 'orderDate,desc' } });

export const fetchMovieOrders = (movieId: number) => call(myMovieOrders, { params: { movieId } });
