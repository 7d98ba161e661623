import { href } from '#routes.ts';
import { calendarMessages } from '#messages/calendar.ts';
import { commonMessages } from '#messages/common.ts';
import type { Config } from '../../config/config.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { raise } from '../../errors.ts';
import { orderNotFound } from './found.ts';
import { ticketCalendar, type TicketEvent } from './ics.ts';
import { type BookedOrder, findOwnOrder } from './queries.ts';

/** The ticket's page, whole, for what leaves the house. */
export const ticketAddress = ({ origin }: Config, movieOrderId: number): string =>
  `${origin}${href('purchasedOrder', { order_id: movieOrderId })}`;

export const toEvent = (config: Config, { order, movie }: BookedOrder): TicketEvent => ({
  orderNo: order.orderNo,
  movieName: movie.movieName,
  movieNameEn: movie.movieNameEn,
  runningTime: movie.runningTime,
  bookingStartTime: order.bookingStartTime,
  bookingEndTime: order.bookingEndTime,
  timezone: order.timezone,
  sequence: order.calendarSequence,
  address: ticketAddress(config, order.movieOrderId),
});

/** The house as calendars know it: the same in the file that is taken and in the one that is mailed. */
export function organizerOf({ email }: Config): { name: string; email: string } | null {
  const address = email && (/<([^>]+)>/.exec(email.from)?.[1] ?? email.from);
  return address ? { name: commonMessages.brand, email: address } : null;
}

/** A paid ticket as a calendar entry; an order that is none is not found. */
export async function readCalendar(deps: Deps, viewer: Viewer, orderId: number) {
  const { config, db, now } = deps;
  const booked = (await findOwnOrder(db, viewer.userId, orderId)) ?? raise(orderNotFound());
  if (booked.order.paymentStatus !== 'PAID') throw orderNotFound();
  const file = ticketCalendar(toEvent(config, booked), {
    method: 'publish',
    now: now(),
    organizer: organizerOf(config),
  });
  return { file, name: calendarMessages.fileName(booked.order.orderNo) };
}
