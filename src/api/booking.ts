import {
  requestBookingReminder,
  bookingOpeningCalendarFile,
  createOrder,
  cancelBookingReminder,
  getOrder,
  memberMovie,
  myMovieOrders,
  rescheduleOrder,
  updateOrder,
} from '#contract/booking.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { endpointUrl, call } from './http.ts';

type OrderDraft = CallInput<typeof createOrder>['body'];
export type OrderChange = CallInput<typeof updateOrder>['body'];
type NewSlot = CallInput<typeof rescheduleOrder>['body'];

export const fetchMemberMovie = (id: number) => call(memberMovie, { params: { id } });

export const postOrder = (movieId: number, body: OrderDraft) => call(createOrder, { params: { movieId }, body });

export const putOrder = (orderId: number, body: OrderChange) => call(updateOrder, { params: { orderId }, body });

export const postReschedule = (orderId: number, body: NewSlot) => call(rescheduleOrder, { params: { orderId }, body });

export const fetchOrder = (orderId: number) => call(getOrder, { params: { orderId } });

export const fetchMyMovieOrders = (movieId: number) => call(myMovieOrders, { params: { movieId } });

export const bookingOpeningCalendarUrl = (movieId: number): string =>
  endpointUrl(bookingOpeningCalendarFile, { id: movieId });

export const requestReminder = (id: number, timezone: string) =>
  call(requestBookingReminder, { params: { id }, body: { timezone } });

export const cancelReminder = (id: number) => call(cancelBookingReminder, { params: { id } });
