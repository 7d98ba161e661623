import { bookingDay } from '#domain/booking-opens.ts';
import { HOUSE_ZONE } from '#domain/dates.ts';
import { movieSlug } from '#domain/slug.ts';
import { href } from '#routes.ts';
import { calendarMessages } from '#messages/calendar.ts';
import { commonMessages } from '#messages/common.ts';
import type { Config } from '../../config/config.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { raise } from '../../errors.ts';
import { bookableMovie, orderNotFound } from './found.ts';
import { bookingDayCalendar, ticketCalendar, type TicketEvent } from './ics.ts';
import { type BookedOrder, findOwnOrder } from './queries.ts';

/** The ticket's page, whole, for what leaves the house. */
export const ticketAddress = ({ siteOrigins: [origin] }: Config, movieOrderId: number): string =>
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

/** The day when the booking of a film opens, by India's clock, as a calendar entry for anybody. Throws movie_not_found. */
export async function readBookingDay({ config, db, now }: Deps, movieId: number) {
  const movie = await bookableMovie(db, movieId);
  const page = href('publicMovie', { movie_name: movieSlug(movie.movieName), movie_id: movie.movieKey });
  const file = bookingDayCalendar({
    movieKey: movie.movieKey,
    movieName: movie.movieName,
    day: bookingDay(movie.streamingStartDate!, HOUSE_ZONE),
    streamingStart: movie.streamingStartDate!,
    address: `${config.origin}${page}`,
    now: now(),
  });
  return { file, name: calendarMessages.bookingFileName(movieId) };
}
