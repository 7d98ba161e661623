import { bookingOpeningDay } from '#domain/booking-opens.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { movieSlug } from '#domain/slug.ts';
import { wallClock } from '#domain/zones.ts';
import { href } from '#routes.ts';
import { calendarMessages } from '#messages/calendar.ts';
import { calendarFileMessages } from '#messages/calendar-files.ts';
import { commonMessages } from '#messages/common.ts';
import type { Config } from '../../config/config.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { requireDatedMovie } from './bookable-movie.ts';
import { movieNotFound, orderNotFound } from '../not-found.ts';
import { bookingOpeningCalendar, ticketCalendar, type TicketEvent } from './ics.ts';
import { requireOwnTicket } from './own-order.ts';
import type { BookedOrder } from './queries.ts';

export const ticketUrl = ({ siteOrigins: [origin] }: Config, movieOrderId: number): string =>
  `${origin}${href('purchasedOrder', { order_id: movieOrderId })}`;

export const toTicketEvent = (config: Config, { order, movie }: BookedOrder): TicketEvent => ({
  ...movie,
  ...order,
  sequence: order.calendarSequence,
  address: ticketUrl(config, order.movieOrderId),
});

export function organizerOf({ email }: Config): { name: string; email: string } | null {
  const emailAddress = email && (/<([^<>]+)>/.exec(email.from)?.[1] ?? email.from);
  return emailAddress ? { name: commonMessages.brand, email: emailAddress } : null;
}

/** Throws order_not_found, also for an unpaid order. */
export async function readTicketCalendar(deps: Deps, viewer: Viewer, orderId: number) {
  const { config, db, now } = deps;
  const booked = await requireOwnTicket(db, viewer, orderId);
  if (booked.order.paymentStatus !== 'PAID') throw orderNotFound();
  const file = ticketCalendar(toTicketEvent(config, booked), {
    method: 'publish',
    now: now(),
    organizer: organizerOf(config),
  });
  return { file, name: calendarMessages.ticketFileName(booked.order.orderNo) };
}

/**
 * The calendar entry for the day on which booking opens, in India's time zone. Throws
 * movie_not_found, also after that day.
 */
export async function readBookingOpeningCalendar({ config, db, now }: Deps, movieId: number) {
  const movie = await requireDatedMovie(db, movieId);
  const day = bookingOpeningDay(movie.streamingStartDate, CINEMA_ZONE);
  if (day < wallClock(now(), CINEMA_ZONE).date) throw movieNotFound();
  const page = href('publicMovie', {
    movie_name: movieSlug(movie.movieName),
    movie_id: movie.movieKey,
  });
  const file = bookingOpeningCalendar({
    movieKey: movie.movieKey,
    movieName: movie.movieName,
    day,
    streamingStart: movie.streamingStartDate,
    address: `${config.siteOrigins[0]}${page}`,
    now: now(),
    organizer: organizerOf(config),
  });
  return { file, name: calendarFileMessages.bookingOpeningFileName(movieId) };
}
