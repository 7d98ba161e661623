import { bookingMessages } from '#messages/booking.ts';
import { detailMessages } from '#messages/details.ts';
import { AppError } from '../errors.ts';

export const movieNotFound = () =>
  new AppError('not_found', 'movie_not_found', detailMessages.notFound);
export const orderNotFound = () =>
  new AppError('not_found', 'order_not_found', bookingMessages.orderNotFound);
