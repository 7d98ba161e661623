import * as contract from '#contract/booking.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { endpointUrl, call } from './http.ts';

type OrderDraft = CallInput<typeof contract.createOrder>['body'];
export type OrderChange = CallInput<typeof contract.updateOrder>['body'];
type NewSlot = CallInput<typeof contract.rescheduleOrder>['body'];

export const fetchMemberMovie = (id: number) => call(contract.memberMovie, { params: { id } });

export const postOrder = (movieId: number, body: OrderDraft) =>
  call(contract.createOrder, { params: { movieId }, body });

export const putOrder = (orderId: number, body: OrderChange) =>
  call(contract.updateOrder, { params: { orderId }, body });

export const validateCoupon = (movieId: number, couponCode: string) =>
  call(contract.validateCoupon, { body: { movieId, couponCode } });

export const postReschedule = (orderId: number, body: NewSlot) =>
  call(contract.rescheduleOrder, { params: { orderId }, body });

export const fetchOrder = (orderId: number) => call(contract.getOrder, { params: { orderId } });

export const fetchMyMovieOrders = (movieId: number) =>
  call(contract.myMovieOrders, { params: { movieId } });

export const bookingOpeningCalendarUrl = (movieId: number): string =>
  endpointUrl(contract.bookingOpeningCalendarFile, { id: movieId });

export const requestReminder = (id: number, timezone: string) =>
  call(contract.requestBookingReminder, { params: { id }, body: { timezone } });

export const cancelReminder = (id: number) =>
  call(contract.cancelBookingReminder, { params: { id } });
