import { atom } from 'nanostores';
import { fetchMemberMovie, fetchOrder, moveOrder } from '#api/booking.ts';
import { ApiError } from '#api/errors.ts';
import type { Order } from '#contract/booking.ts';
import { fromWire, toWire } from '#domain/dates.ts';
import { displayMoment } from '#domain/moments.ts';
import { orderWindow } from '#domain/order-window.ts';
import { ticketPhase } from '#domain/ticket-phase.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { $booking, blank, complain, takeChoice, viewerZone } from './booking.ts';
import { failToOpen, firstOpenDate, openBooking } from './booking-open.ts';
import { serverNow } from './clock.ts';
import { goInstead } from './lib/navigate.ts';
import { createTask, errorText, isNotFound } from './lib/status.ts';
import { notify } from './notices.ts';

/** Why a ticket cannot be moved, and that ticket, as far as it is the viewer's. */
export const $refusal = atom<{ reason: string; ticket: Order | null } | null>(null);
/** The ticket has its new hour and the page is on its way. */
export const $hasMoved = atom(false);

const askedTicket = () => new URLSearchParams(location.search).get('ticket');
export const isRescheduling = () => askedTicket() !== null;

/** The booking page: for a new ticket, or with `?ticket=` for another hour of one that is paid. */
export function openCounter() {
  $refusal.set(null);
  $hasMoved.set(false);
  moveTicket.clear();
  return isRescheduling() ? openTicket(Number(askedTicket())) : openBooking();
}

async function openTicket(id: number) {
  $booking.set({ ...blank });
  if (!Number.isSafeInteger(id) || id <= 0) return refuse(text.orderNotFound);
  try {
    const ticket = await fetchOrder(id);
    if (!ticket.mayReschedule) return refuse(whyNot(ticket), ticket);
    const movie = await fetchMemberMovie(ticket.movieId);
    if (movie.active !== 'Y') return refuse(text.filmLeft, ticket);
    $booking.set({ ...blank, status: 'success', movie, ticket, date: firstOpenDate(movie) });
  } catch (error) {
    if (isNotFound(error)) return refuse(text.orderNotFound);
    failToOpen();
  }
}

function refuse(reason: string, ticket: Order | null = null) {
  $booking.setKey('status', 'noData');
  $refusal.set({ reason, ticket });
}

function whyNot(ticket: Order): string {
  switch (ticketPhase(ticket, orderWindow(ticket), serverNow())) {
    case 'returning':
    case 'returned':
      return text.ticketReturning;
    case 'unpaid':
    case 'confirming':
    case 'cancelled':
      return text.ticketNotPaid;
    case 'over':
      return text.ticketOver;
    default:
      return text.ticketPlayed;
  }
}

export const moveTicket = createTask(async () => {
  const { ticket } = $booking.get();
  const window = takeChoice();
  if (!ticket || !window || $hasMoved.get()) return;
  if (await hasChanged(ticket)) return;
  const moved = await moveOrder(ticket.movieOrderId, {
    bookingStartTime: toWire(window.bookingStartTime),
    timezone: viewerZone(),
  });
  $hasMoved.set(true);
  notify('success', text.moved(opening(moved)));
  goInstead(href('purchasedOrder', { order_id: moved.movieOrderId }));
}, explain);

const opening = ({ bookingStartTime }: Order) => displayMoment(fromWire(bookingStartTime)!, viewerZone());

/** Whether the ticket is no longer as this page shows it, such as after a move in another tab: the viewer sees that first. */
async function hasChanged(shown: Order): Promise<boolean> {
  const ticket = await fetchOrder(shown.movieOrderId);
  if (!ticket.mayReschedule) {
    notify('error', whyNot(ticket));
    refuse(whyNot(ticket), ticket);
    return true;
  }
  if (ticket.bookingStartTime === shown.bookingStartTime) return false;
  $booking.setKey('ticket', ticket);
  complain(text.movedMeanwhile(opening(ticket)));
  return true;
}

const FINAL = ['ticket_not_paid', 'ticket_played', 'ticket_over', 'order_not_found', 'movie_not_found'];

function explain(error: unknown): string {
  const { code } = error instanceof ApiError ? error : { code: '' };
  const words = code === 'movie_not_found' ? text.filmLeft : errorText(error);
  if (FINAL.includes(code)) refuse(words, $booking.get().ticket);
  else $booking.setKey('error', words);
  return words;
}
