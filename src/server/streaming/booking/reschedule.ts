import type { OrderPut } from '#contract/booking.ts';
import { isWindowOver } from '#domain/viewing.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { requireDatedMovie } from './bookable-movie.ts';
import { queueMails } from './mails/queue-mails.ts';
import { toViewerOrder } from './gifts/wire.ts';
import { readOrder, requireOwnTicket } from './own-order.ts';
import { withViewerFilmLock, changeOrder, endPlaybackSessions, lockOrder } from './queries.ts';
import { slotColumns } from './slot-check.ts';
import { isRefundAskedOrDone } from './wire.ts';

/**
 * Moves a paid ticket to another hour, under the rules of booking; the same hour changes nothing.
 * Throws ticket_not_paid, ticket_over, ticket_played, slot refusals (422), movie_not_found for a
 * withdrawn film.
 */
export async function rescheduleTicket(
  deps: Deps,
  viewer: Viewer,
  orderId: number,
  {
    bookingStartTime: start,
    timezone: zone,
  }: Required<Pick<OrderPut, 'bookingStartTime'>> & OrderPut,
) {
  const { order: before } = await requireOwnTicket(deps.db, viewer, orderId);
  return withViewerFilmLock({
    db: deps.db,
    userId: viewer.userId,
    movieId: before.movieId,
    work: async (tx) => {
      // Playback takes the same lock, so no playback session can start now.
      const locked = await lockOrder(tx, orderId);
      const now = deps.now();
      const isSameHour = locked?.bookingStartTime.getTime() === start!.getTime();
      // Ends sessions before the check whether the ticket was played. A refusal rolls this back.
      if (!isSameHour) await endPlaybackSessions(tx, orderId, now);
      const booked = await requireOwnTicket(tx, viewer, orderId);
      const { order, wasPlayed, refund } = booked;
      if (order.paymentStatus !== 'PAID' || isRefundAskedOrDone(refund))
        throw new AppError('ticket_not_paid');
      if (wasPlayed) throw new AppError('ticket_played');
      if (isWindowOver(order, now)) throw new AppError('ticket_over');
      if (isSameHour) return toViewerOrder(deps, viewer, booked);

      const movie = await requireDatedMovie(tx, order.movieId);
      const slot = await slotColumns({
        deps: { ...deps, db: tx },
        viewer,
        movie,
        start: start!,
        zone: zone ?? order.timezone,
      });
      const change = { ...slot, calendarSequence: order.calendarSequence + 1 };
      await changeOrder(tx, orderId, change);
      await queueMails({ tx, event: 'rescheduled', order: { ...order, ...change }, now });
      return readOrder({ ...deps, db: tx }, viewer, orderId);
    },
  });
}
