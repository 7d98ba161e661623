import { atom, computed, map, onMount } from 'nanostores';
import { z } from 'zod';
import { fetchMemberMovie } from '#api/booking.ts';
import type { MemberMovie } from '#contract/booking.ts';
import { displayHour, fromWire, toWire } from '#domain/dates.ts';
import { MINUTE } from '#domain/limits.ts';
import { bookableDates, offersNow, slotsOn, type Slot } from '#domain/slots.ts';
import { viewingWindow } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href, matchRoute } from '#routes.ts';
import { detailsHref } from './details.ts';
import { go, goInstead } from './lib/navigate.ts';
import { persisted } from './lib/persisted.ts';
import { isNotFound, type Status } from './lib/status.ts';
import { notify } from './notices.ts';

/** What the payment page needs of a booking (spec §4 "Local data"). `startTime`: `DD-MM-YYYY HH:mm:ss`, UTC. */
const TicketInfo = z.object({ movieId: z.number(), date: z.string(), time: z.string(), startTime: z.string() });
export type TicketInfo = z.infer<typeof TicketInfo>;
export const ticketInfo = persisted('ticketInfo', TicketInfo);

export const isNowTicket = ({ time }: TicketInfo) => time === text.now;

interface BookingScreen {
  status: Status;
  movie: MemberMovie | null;
  /** `YYYY-MM-DD` in the viewer's zone. */
  date: string;
  hour: number | 'now' | null;
  /** Shown after the first Continue, then follows the choice (spec §5). */
  error: string;
}

const blank: BookingScreen = { status: 'process', movie: null, date: '', hour: null, error: '' };

export const $booking = map<BookingScreen>({ ...blank });

/** The hours close while one looks at them. */
export const $now = atom(new Date());
onMount($now, () => {
  const timer = setInterval(() => $now.set(new Date()), MINUTE / 4);
  return () => clearInterval(timer);
});

export const viewerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

// Chosen: a film without a streaming date cannot be booked yet.
const NEVER = new Date(8.64e15);
const rulesFor = (movie: MemberMovie, now: Date) => ({
  now,
  zone: viewerZone(),
  streamingStart: (movie.streamingStartDate ? fromWire(movie.streamingStartDate) : null) ?? NEVER,
});

export const $days = computed($now, (now) => bookableDates(now, viewerZone()));

export const $slots = computed([$booking, $now], ({ movie, date }, now) => {
  if (!movie || !date) return { slots: [] as Slot[], hasNow: false };
  const rules = rulesFor(movie, now);
  return { slots: slotsOn(date, rules), hasNow: offersNow(date, rules) };
});

/** The window of the choice; null until an hour is chosen that is still open. */
export const $chosenWindow = computed([$booking, $slots, $now], ({ hour }, { slots, hasNow }, now) => {
  if (hour === 'now') return hasNow ? viewingWindow(now) : null;
  const slot = slots.find((each) => each.hour === hour && each.isFree);
  return slot ? viewingWindow(slot.start) : null;
});

export async function openBooking() {
  const id = Number(matchRoute('ticketBooking', location.pathname)?.['movie_id']);
  $booking.set({ ...blank });
  try {
    const movie = await fetchMemberMovie(id);
    if (movie.paymentStatus > 0) return turnAway(movie);
    $booking.set({ ...blank, status: 'success', movie, date: firstOpenDate(movie) });
  } catch (error) {
    if (isNotFound(error)) return $booking.setKey('status', 'noData');
    $booking.setKey('status', 'error');
    notify('error', text.ticketLoadFailed);
  }
}

function turnAway(movie: MemberMovie) {
  notify('info', text.alreadyBooked);
  goInstead(detailsHref(movie));
}

function firstOpenDate(movie: MemberMovie): string {
  const rules = rulesFor(movie, new Date());
  const dates = bookableDates(rules.now, rules.zone);
  const isOpen = (date: string) => offersNow(date, rules) || slotsOn(date, rules).some(({ isFree }) => isFree);
  return dates.find(isOpen) ?? dates[0]!;
}

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

export function continueToPayment() {
  $now.set(new Date());
  const { movie, date, hour } = $booking.get();
  const window = $chosenWindow.get();
  if (!movie || !window) {
    $booking.setKey('error', text.chooseDateAndTime);
    return notify('error', text.chooseDateAndTime);
  }
  const start = window.bookingStartTime;
  const time = hour === 'now' ? text.now : displayHour(start);
  ticketInfo.set({ movieId: movie.movieId, date, time, startTime: toWire(start) });
  go(href('payment'));
}
