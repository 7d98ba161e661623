import {
  askBookingReminder,
  bookingCalendarFile,
  createOrder,
  dropBookingReminder,
  getOrder,
  memberMovie,
  myMovieOrders,
  rescheduleOrder,
  updateOrder,
} from '#contract/booking.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { addressOf, call } from './http.ts';

export type OrderDraft = CallInput<typeof createOrder>['body'];
export type OrderChange = CallInput<typeof updateOrder>['body'];
export type NewHour = CallInput<typeof rescheduleOrder>['body'];

export const fetchMemberMovie = (id: number) => call(memberMovie, { params: { id } });

export const postOrder = (movieId: number, body: OrderDraft) => call(createOrder, { params: { movieId }, body });

export const putOrder = (orderId: number, body: OrderChange) => call(updateOrder, { params: { orderId }, body });

export const moveOrder = (orderId: number, body: NewHour) => call(rescheduleOrder, { params: { orderId }, body });

export const fetchOrder = (orderId: number) => call(getOrder, { params: { orderId } });

export const fetchMovieOrders = (movieId: number) => call(myMovieOrders, { params: { movieId } });

export const bookingCalendarAddress = (id: number): string => addressOf(bookingCalendarFile, { id });

export const askReminder = (id: number, timezone: string) =>
  call(askBookingReminder, { params: { id }, body: { timezone } });

export const dropReminder = (id: number) => call(dropBookingReminder, { params: { id } });
