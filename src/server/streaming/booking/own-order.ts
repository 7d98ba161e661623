import type { Order } from '#contract/booking.ts';
import { paymentMessages } from '#messages/payments.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { orderNotFound } from '../not-found.ts';
import { type BookedOrder, findOwnOrder } from './queries.ts';
import { toOrder } from './wire.ts';

/** Throws order_not_found, also for an order of another viewer. */
export const requireOwnOrder = async (db: Db, { userId }: Viewer, orderId: number): Promise<BookedOrder> =>
  (await findOwnOrder(db, userId, orderId)) ?? throwError(orderNotFound());

/** Throws order_not_found. */
export const readOrder = async ({ db, now }: Deps, viewer: Viewer, orderId: number): Promise<Order> =>
  toOrder(await requireOwnOrder(db, viewer, orderId), now());

/** A payment for this film waits for the operator, so the viewer must not pay again. */
export const paymentHeld = () => new AppError('conflict', 'payment_held', paymentMessages.paymentHeld);
