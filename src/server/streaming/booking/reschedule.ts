import type { OrderPut } from '#contract/booking.ts';
import { isWindowOver } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { bookableMovie, orderNotFound } from './found.ts';
import { announceNewHour } from './mails/announce.ts';
import { aloneFor, changeOrder, endSittings, findOwnOrder, lockOrder } from './queries.ts';
import { bookableSlot } from './slot-check.ts';
import { isReturning, toOrder } from './wire.ts';

/**
 * Gives a paid ticket another hour, by the rules of a booking. Asked again for the hour that it has, it changes nothing.
 * Throws ticket_not_paid, ticket_over, ticket_played, slot refusals (422), movie_not_found for a film that is gone.
 */
export async function rescheduleTicket(
  deps: Deps,
  viewer: Viewer,
  orderId: number,
  { bookingStartTime: start, timezone: zone }: Required<Pick<OrderPut, 'bookingStartTime'>> & OrderPut,
) {
  const known = (await findOwnOrder(deps.db, viewer.userId, orderId)) ?? raise(orderNotFound());
  return aloneFor(deps.db, viewer.userId, known.order.movieId, async (tx) => {
    // Held, so that no sitting opens meanwhile (playback holds it too).
    const held = await lockOrder(tx, orderId);
    const now = deps.now();
    const isSameHour = held?.bookingStartTime.getTime() === start!.getTime();
    // First, so that nobody begins it while it is asked whether it was played. A refusal takes it back.
    if (!isSameHour) await endSittings(tx, orderId, now);
    const booked = (await findOwnOrder(tx, viewer.userId, orderId)) ?? raise(orderNotFound());
    const { order, wasPlayed, refund } = booked;
    if (order.paymentStatus !== 'PAID' || isReturning(refund))
      throw new AppError('conflict', 'ticket_not_paid', text.ticketNotPaid);
    if (wasPlayed) throw new AppError('conflict', 'ticket_played', text.ticketPlayed);
    if (isWindowOver(order, now)) throw new AppError('conflict', 'ticket_over', text.ticketOver);
    if (isSameHour) return toOrder(booked, now);

    const movie = await bookableMovie(tx, order.movieId);
    const slot = await bookableSlot({ ...deps, db: tx }, viewer, movie, start!, zone ?? order.timezone);
    const change = { ...slot, calendarSequence: order.calendarSequence + 1 };
    await changeOrder(tx, orderId, change);
    await announceNewHour(tx, { ...order, ...change }, now);
    return toOrder((await findOwnOrder(tx, viewer.userId, orderId))!, now);
  });
}
