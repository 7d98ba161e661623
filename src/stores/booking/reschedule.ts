import { atom } from 'nanostores';
import { fetchMemberMovie, fetchOrder, postReschedule } from '#api/booking.ts';
import type { Order } from '#contract/booking.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { toWire } from '#domain/dates.ts';
import { displayDateTime } from '#domain/format/date-times.ts';
import { orderWindow } from '#domain/order-window.ts';
import { bookableDates } from '#domain/slots.ts';
import { ticketPhase } from '#domain/ticket-phase.ts';
import { wallClock } from '#domain/zones.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import {
  $booking,
  blankBooking,
  showBookingError,
  confirmChosenWindow,
  viewerZone,
} from './booking.ts';
import { showLoadError, firstBookableDate, openBooking } from './open-booking.ts';
import { serverNow } from '../server-clock.ts';
import { replacePage } from '../lib/navigate.ts';
import { apiErrorWithCode, errorText, isNotFound } from '../lib/call-errors.ts';
import { createTask } from '../lib/task.ts';
import { notify, notifyOnNextPage } from '../notices/notices.ts';

/** Why the ticket cannot be rescheduled. `ticket` is null if it does not belong to the viewer. */
export const $rescheduleRefusal = atom<{ reason: string; ticket: Order | null } | null>(null);
/** The ticket is rescheduled and the next page is loading. */
export const $isRescheduled = atom(false);

const ticketInUrl = () => new URLSearchParams(location.search).get('ticket');
export const isRescheduling = () => ticketInUrl() !== null;

/** For a new ticket, or with `?ticket=` to reschedule a paid one. */
export function openBookingPage() {
  $rescheduleRefusal.set(null);
  $isRescheduled.set(false);
  rescheduleTicket.clear();
  return isRescheduling() ? openTicket(Number(ticketInUrl())) : openBooking();
}

async function openTicket(id: number) {
  $booking.set({ ...blankBooking });
  if (!Number.isSafeInteger(id) || id <= 0) return showRefusal(text.orderNotFound);
  try {
    const ticket = await fetchOrder(id);
    if (!ticket.mayReschedule) return showRefusal(refusalText(ticket), ticket);
    const movie = await fetchMemberMovie(ticket.movieId);
    if (movie.active !== 'Y') return showRefusal(text.filmWithdrawn, ticket);
    $booking.set({
      ...blankBooking,
      status: 'success',
      movie,
      ticket,
      date: dateOf(ticket) ?? firstBookableDate(movie),
    });
  } catch (error) {
    if (isNotFound(error)) return showRefusal(text.orderNotFound);
    showLoadError();
  }
}

/** The day of the ticket in the viewer's zone; null if it can no longer be booked. */
function dateOf(ticket: Order): string | null {
  const zone = viewerZone();
  const { date } = wallClock(orderWindow(ticket).bookingStartTime, zone);
  return bookableDates(serverNow(), zone).includes(date) ? date : null;
}

function showRefusal(reason: string, ticket: Order | null = null) {
  $booking.setKey('status', 'noData');
  $rescheduleRefusal.set({ reason, ticket });
}

function refusalText(ticket: Order): string {
  switch (ticketPhase(ticket, orderWindow(ticket), serverNow())) {
    case 'refunding':
    case 'refunded':
      return text.ticketReturning;
    case 'unpaid':
    case 'confirming':
    case 'cancelled':
      return text.ticketNotPaid;
    case 'gift':
      return text.orderNotFound;
    case 'ended':
      return text.ticketOver;
    default:
      return text.ticketPlayed;
  }
}

export const rescheduleTicket = createTask(async () => {
  const { ticket } = $booking.get();
  const window = confirmChosenWindow();
  if (!ticket || !window || $isRescheduled.get()) return;
  if (await hasChanged(ticket)) return;
  const moved = await postReschedule(ticket.movieOrderId, {
    bookingStartTime: toWire(window.bookingStartTime),
    timezone: viewerZone(),
  });
  $isRescheduled.set(true);
  notifyOnNextPage('success', text.rescheduled(openingText(moved)));
  replacePage(href('purchasedOrder', { order_id: moved.movieOrderId }));
}, explainRescheduleError);

const openingText = (ticket: Order) =>
  displayDateTime(orderWindow(ticket).bookingStartTime, viewerZone());

/** If the ticket was changed in another tab, shows the change instead of rescheduling. */
async function hasChanged(shown: Order): Promise<boolean> {
  const ticket = await fetchOrder(shown.movieOrderId);
  if (!ticket.mayReschedule) {
    notify('error', refusalText(ticket));
    showRefusal(refusalText(ticket), ticket);
    return true;
  }
  if (ticket.bookingStartTime === shown.bookingStartTime) return false;
  $booking.setKey('ticket', ticket);
  showBookingError(text.rescheduledElsewhere(openingText(ticket)));
  return true;
}

const FINAL: ErrorCode[] = [
  'ticket_not_paid',
  'ticket_played',
  'ticket_over',
  'order_not_found',
  'movie_not_found',
];

function explainRescheduleError(error: unknown): string {
  const message = apiErrorWithCode(error, 'movie_not_found')
    ? text.filmWithdrawn
    : errorText(error);
  if (apiErrorWithCode(error, ...FINAL)) showRefusal(message, $booking.get().ticket);
  else $booking.setKey('error', message);
  return message;
}
