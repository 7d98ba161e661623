import { computed, map } from 'nanostores';
import { z } from 'zod';
import type { MemberMovie, Order } from '#contract/booking.ts';
import type { Movie } from '#contract/catalogue.ts';
import { isBookingOpen, streamingAhead } from '#domain/booking-opens.ts';
import { displayHour, fromWire, toWire } from '#domain/dates.ts';
import { MINUTE } from '#domain/limits.ts';
import { bookableDates, offersNow, type Slot, slotsOn } from '#domain/slots.ts';
import { isZone } from '#domain/zones.ts';
import { viewingWindow } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { createClock, serverNow } from './clock.ts';
import { go } from './lib/navigate.ts';
import { persisted } from './lib/persisted.ts';
import type { Status } from './lib/status.ts';
import { notify } from './notices.ts';

/** What the payment page needs of a booking (spec §4 "Local data"). `startTime`: `DD-MM-YYYY HH:mm:ss`, UTC. */
const TicketInfo = z.object({ movieId: z.number(), date: z.string(), time: z.string(), startTime: z.string() });
export type TicketInfo = z.infer<typeof TicketInfo>;
export const ticketInfo = persisted('ticketInfo', TicketInfo);

export const isNowTicket = ({ time }: TicketInfo) => time === text.now;

/** The booking page in another mood: the same picker, for a ticket that is paid already (reschedule.ts). */
export const rescheduleHref = ({ movieId, movieOrderId }: Pick<Order, 'movieId' | 'movieOrderId'>): string =>
  `${href('ticketBooking', { movie_id: movieId })}?ticket=${movieOrderId}`;

export interface BookingScreen {
  status: Status;
  movie: MemberMovie | null;
  /** The paid ticket that gets another hour; null while one is bought. */
  ticket: Order | null;
  /** `YYYY-MM-DD` in the viewer's zone. */
  date: string;
  hour: number | 'now' | null;
  /** Shown after the first try to go on, then follows the choice (spec §5). */
  error: string;
}

export const blank: BookingScreen = { status: 'process', movie: null, ticket: null, date: '', hour: null, error: '' };

export const $booking = map<BookingScreen>({ ...blank });

/** The hours close while one looks at them. */
export const $now = createClock(MINUTE / 4);

/** The machine's own; UTC, which it then reckons in, where it does not know its zone by a name. */
export function viewerZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && isZone(timeZone) ? timeZone : 'UTC';
}

// Chosen: a film without a streaming date cannot be booked yet.
const NEVER = new Date(8.64e15);
export const rulesFor = (movie: MemberMovie, now: Date) => ({
  now,
  zone: viewerZone(),
  streamingStart: (movie.streamingStartDate ? fromWire(movie.streamingStartDate) : null) ?? NEVER,
});

/** Whether no hour of the film can be booked yet: it has no date, or it streams in more than the bookable days. */
export function isBookingAhead(movie: Pick<Movie, 'streamingStartDate'>, now: Date): boolean {
  if (!movie.streamingStartDate) return true;
  const start = streamingAhead(movie, now);
  return start !== null && !isBookingOpen(start, now, viewerZone());
}

export const $days = computed($now, (now) => bookableDates(now, viewerZone()));
/** The chosen day; today when that one ended meanwhile. */
export const $date = computed([$booking, $days], ({ date }, days) => (days.includes(date) ? date : days[0]!));
/** When the ticket opens that gets another hour. */
export const $presentStart = computed($booking, ({ ticket }) => ticket && fromWire(ticket.bookingStartTime));

export const $slots = computed([$booking, $date, $presentStart, $now], ({ movie }, date, present, now) => {
  if (!movie) return { slots: [] as Slot[], hasNow: false };
  const rules = rulesFor(movie, now);
  // The hour that a ticket has is no other one.
  const slots = slotsOn(date, rules).map((slot) => (isAt(slot, present) ? { ...slot, isFree: false } : slot));
  return { slots, hasNow: offersNow(date, rules) };
});

export const isAt = ({ start }: Slot, instant: Date | null) => start.getTime() === instant?.getTime();

/** The window of the choice; null until an hour is chosen that is still open. */
export const $chosenWindow = computed([$booking, $slots, $now], ({ hour }, { slots, hasNow }, now) => {
  if (hour === 'now') return hasNow ? viewingWindow(now) : null;
  const slot = slots.find((each) => each.hour === hour && each.isFree);
  return slot ? viewingWindow(slot.start) : null;
});

export function chooseDate(date: string) {
  $booking.setKey('date', date);
  if (!$chosenWindow.get()) $booking.setKey('hour', null);
  forgive();
}

export function chooseHour(hour: number | 'now') {
  $booking.setKey('hour', hour);
  forgive();
}

const forgive = () => {
  if ($chosenWindow.get()) $booking.setKey('error', '');
};

/** The window that was chosen, as it is at this moment; without one, says so (spec §5). */
export function takeChoice() {
  $now.set(serverNow());
  const window = $chosenWindow.get();
  if (!window) complain(text.chooseDateAndTime);
  return window;
}

export function complain(error: string) {
  $booking.setKey('error', error);
  notify('error', error);
}

export function continueToPayment() {
  const window = takeChoice();
  const { movie, hour } = $booking.get();
  if (!movie || !window) return;
  const start = window.bookingStartTime;
  const time = hour === 'now' ? text.now : displayHour(start);
  ticketInfo.set({ movieId: movie.movieId, date: $date.get(), time, startTime: toWire(start) });
  go(href('payment'));
}
