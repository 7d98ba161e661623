import { AppError } from '../errors.ts';

export const movieNotFound = () => new AppError('movie_not_found');
export const orderNotFound = () => new AppError('order_not_found');
