import type { Order } from '#contract/booking.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { orderNotFound } from '../not-found.ts';
import { toViewerOrder } from './gifts/wire.ts';
import { type BookedOrder, findOwnOrder, findOwnTicket, findVisibleOrder } from './queries.ts';

/** An order that the viewer pays. Throws order_not_found, also for an order of another viewer. */
export const requireOwnOrder = async (
  db: Db,
  { userId }: Viewer,
  orderId: number,
): Promise<BookedOrder> => (await findOwnOrder(db, userId, orderId)) ?? throwError(orderNotFound());

/**
 * A ticket that belongs to the viewer. Throws order_not_found, also for a gift to another viewer.
 */
export const requireOwnTicket = async (
  db: Db,
  { userId }: Viewer,
  orderId: number,
): Promise<BookedOrder> =>
  (await findOwnTicket(db, userId, orderId)) ?? throwError(orderNotFound());

/** Throws order_not_found. */
export async function readOrder(deps: Deps, viewer: Viewer, orderId: number): Promise<Order> {
  const booked = await findVisibleOrder(deps.db, viewer.userId, orderId);
  return toViewerOrder(deps, viewer, booked ?? throwError(orderNotFound()));
}

/** A payment for this film waits for the operator, so the viewer must not pay again. */
export const paymentHeld = () => new AppError('payment_held');
