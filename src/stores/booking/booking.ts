import { computed, map } from 'nanostores';
import { z } from 'zod';
import type { MemberMovie, Order } from '#contract/booking.ts';
import type { Movie } from '#contract/catalogue.ts';
import { isBookingOpen, futureStreamingStart } from '#domain/booking-opens.ts';
import { fromWire, toWire } from '#domain/dates.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { bookableDates, isNowAvailable, type Slot, slotsOn } from '#domain/slots.ts';
import { viewingWindow } from '#domain/viewing.ts';
import { isZone } from '#domain/zones.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { createServerClock, serverNow } from '../server-clock.ts';
import { goToPage } from '../lib/navigate.ts';
import { persistentAtom } from '../lib/persistent-atom.ts';
import type { Status } from '../lib/task.ts';
import { notify } from '../notices/notices.ts';

/** What the giver typed for the receiver. */
const typed = z.string().nullable();
const GiftDraft = z.object({ giverName: typed, receiverName: typed, message: typed });
export type GiftDraft = z.infer<typeof GiftDraft>;

/** Empty for a gift, and for an order that was paid elsewhere. */
type BookingTime = 'now' | 'hour' | '';

/** Earlier releases stored what the page showed: `Now`, `7.00 PM`. */
function parseStoredTime(stored: string): BookingTime {
  if (stored === '') return '';
  return stored.toLowerCase() === 'now' ? 'now' : 'hour';
}

/** Spec §4 "Local data". `startTime` is a wire date. A gift has no hour. */
const TicketInfo = z.object({
  movieId: z.number(),
  date: z.string(),
  time: z.string().transform(parseStoredTime),
  startTime: z.string(),
  gift: GiftDraft.optional(),
});
export type TicketInfo = z.infer<typeof TicketInfo>;
export const ticketInfo = persistentAtom('ticketInfo', TicketInfo);

export const isNowBooking = ({ time }: TicketInfo) => time === 'now';

export const rescheduleHref = ({
  movieId,
  movieOrderId,
}: Pick<Order, 'movieId' | 'movieOrderId'>): string =>
  `${href('ticketBooking', { movie_id: movieId })}?ticket=${movieOrderId}`;

export interface BookingScreen {
  status: Status;
  movie: MemberMovie | null;
  /** The ticket to reschedule; null for a new ticket. */
  ticket: Order | null;
  /** Null for a ticket of one's own. */
  gift: GiftDraft | null;
  /** The hour of a gift that the viewer received. */
  isClaim: boolean;
  /** `YYYY-MM-DD` in the viewer's zone. */
  date: string;
  hour: number | 'now' | null;
  /** Shown after the first Continue, then updated with the choice (spec §5). */
  error: string;
}

export const blankBooking: BookingScreen = {
  status: 'process',
  movie: null,
  ticket: null,
  gift: null,
  isClaim: false,
  date: '',
  hour: null,
  error: '',
};

export const $booking = map<BookingScreen>({ ...blankBooking });

export const $now = createServerClock(MINUTE / 4);

/** `UTC` if the browser's zone has no name. */
export function viewerZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && isZone(timeZone) ? timeZone : 'UTC';
}

// Chosen: a film without a streaming date cannot be booked.
const NEVER = new Date(8.64e15);
export const slotRulesOf = (movie: MemberMovie, now: Date) => ({
  now,
  zone: viewerZone(),
  streamingStart: (movie.streamingStartDate ? fromWire(movie.streamingStartDate) : null) ?? NEVER,
});

/** True without a streaming date, and if the film streams after the bookable days. */
export function isBookingNotOpenYet(movie: Pick<Movie, 'streamingStartDate'>, now: Date): boolean {
  if (!movie.streamingStartDate) return true;
  const start = futureStreamingStart(movie, now);
  return start !== null && !isBookingOpen(start, now, viewerZone());
}

export const $days = computed($now, (now) => bookableDates(now, viewerZone()));
export const $date = computed([$booking, $days], ({ date }, days) =>
  days.includes(date) ? date : days[0],
);
export const $currentStart = computed(
  $booking,
  ({ ticket }) => ticket && fromWire(ticket.bookingStartTime),
);

export const $slots = computed(
  [$booking, $date, $currentStart, $now],
  ({ movie }, date, currentStart, now) => {
    if (!movie) return { slots: [] as Slot[], hasNow: false };
    const rules = slotRulesOf(movie, now);
    const slots = slotsOn(date, rules);
    const hasNow = isNowAvailable(date, rules);
    if (!currentStart) return { slots, hasNow };
    // The ticket's current hour cannot be chosen again. Past hours are left out; a new booking
    // shows them disabled (spec §5).
    const changeable = slots
      .map((slot) => (isSlotAt(slot, currentStart) ? { ...slot, isBookable: false } : slot))
      .filter((slot) => slot.start > now || isSlotAt(slot, currentStart));
    return { slots: changeable, hasNow };
  },
);

export const isSlotAt = ({ start }: Slot, instant: Date | null) =>
  start.getTime() === instant?.getTime();

export const $chosenWindow = computed(
  [$booking, $slots, $now],
  ({ hour }, { slots, hasNow }, now) => {
    if (hour === 'now') return hasNow ? viewingWindow(now) : null;
    const slot = slots.find((each) => each.hour === hour && each.isBookable);
    return slot ? viewingWindow(slot.start) : null;
  },
);

export function chooseDate(date: string) {
  $booking.setKey('date', date);
  if (!$chosenWindow.get()) $booking.setKey('hour', null);
  clearResolvedError();
}

export function chooseHour(hour: number | 'now') {
  $booking.setKey('hour', hour);
  clearResolvedError();
}

function clearResolvedError() {
  if ($chosenWindow.get()) $booking.setKey('error', '');
}

/**
 * Returns the chosen window at this moment. Without one, shows an error (spec §5) and returns null.
 */
export function confirmChosenWindow() {
  $now.set(serverNow());
  const window = $chosenWindow.get();
  if (!window) showBookingError(text.chooseDateAndTime);
  return window;
}

export function showBookingError(error: string) {
  $booking.setKey('error', error);
  notify('error', error);
}

export function continueToPayment() {
  const { movie, hour, gift } = $booking.get();
  if (movie && gift) return payForGift(movie, gift);
  const window = confirmChosenWindow();
  if (!movie || !window) return;
  const start = window.bookingStartTime;
  const time = hour === 'now' ? 'now' : 'hour';
  ticketInfo.set({ movieId: movie.movieId, date: $date.get(), time, startTime: toWire(start) });
  goToPage(href('payment'));
}

export function payForGift({ movieId }: Pick<Movie, 'movieId'>, gift: GiftDraft) {
  ticketInfo.set({ movieId, date: '', time: '', startTime: '', gift });
  goToPage(href('payment'));
}
