import { fetchMemberMovie } from '#api/booking.ts';
import type { MemberMovie } from '#contract/booking.ts';
import { fromWire } from '#domain/dates.ts';
import { bookableDates, offersNow, slotsOn } from '#domain/slots.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { matchRoute } from '#routes.ts';
import { $booking, blank, type BookingScreen, isAt, isNowTicket, rulesFor, ticketInfo } from './booking.ts';
import { serverNow } from './clock.ts';
import { detailsHref } from './details.ts';
import { goInstead } from './lib/navigate.ts';
import { isNotFound } from './lib/status.ts';
import { notify } from './notices.ts';

/** The counter of the film that the address names; who holds a ticket for it is led back to the film. */
export async function openBooking() {
  const id = Number(matchRoute('ticketBooking', location.pathname)?.['movie_id']);
  $booking.set({ ...blank });
  try {
    const movie = await fetchMemberMovie(id);
    if (movie.paymentStatus > 0) return turnAway(movie);
    $booking.set({ ...blank, status: 'success', movie, ...(keptChoice(movie) ?? { date: firstOpenDate(movie) }) });
  } catch (error) {
    if (isNotFound(error)) return $booking.setKey('status', 'noData');
    failToOpen();
  }
}

export function failToOpen() {
  $booking.setKey('status', 'error');
  notify('error', text.ticketLoadFailed);
}

function turnAway(movie: MemberMovie) {
  notify('info', text.alreadyBooked);
  goInstead(detailsHref(movie));
}

/** Chosen: who comes back from the payment page finds what was chosen, as far as it is still open. */
function keptChoice(movie: MemberMovie): Pick<BookingScreen, 'date' | 'hour'> | null {
  const kept = ticketInfo.get();
  const rules = rulesFor(movie, serverNow());
  if (kept?.movieId !== movie.movieId || !bookableDates(rules.now, rules.zone).includes(kept.date)) return null;
  const { date } = kept;
  if (isNowTicket(kept)) return offersNow(date, rules) ? { date, hour: 'now' } : null;
  const slot = slotsOn(date, rules).find((each) => each.isFree && isAt(each, fromWire(kept.startTime)));
  return slot ? { date, hour: slot.hour } : null;
}

export function firstOpenDate(movie: MemberMovie): string {
  const rules = rulesFor(movie, serverNow());
  const dates = bookableDates(rules.now, rules.zone);
  const isOpen = (date: string) => offersNow(date, rules) || slotsOn(date, rules).some(({ isFree }) => isFree);
  return dates.find(isOpen) ?? dates[0]!;
}
