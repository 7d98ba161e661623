import { fetchMemberMovie } from '#api/booking.ts';
import type { MemberMovie } from '#contract/booking.ts';
import { fromWire } from '#domain/dates.ts';
import { bookableDates, isNowAvailable, slotsOn } from '#domain/slots.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { matchRoute } from '#routes.ts';
import {
  $booking,
  blankBooking,
  type BookingScreen,
  type GiftDraft,
  isSlotAt,
  isNowBooking,
  slotRulesOf,
  ticketInfo,
} from './booking.ts';
import { blankGift } from '../gifts/gift-draft.ts';
import { serverNow } from '../server-clock.ts';
import { detailsHref } from '../details/details.ts';
import { replacePage } from '../lib/navigate.ts';
import { isNotFound } from '../lib/call-errors.ts';
import { notify, notifyOnNextPage } from '../notices/notices.ts';

export async function openBooking() {
  const id = Number(matchRoute('ticketBooking', location.pathname)?.['movie_id']);
  $booking.set({ ...blankBooking });
  try {
    const movie = await fetchMemberMovie(id);
    const gift = requestedGift(movie);
    if (movie.paymentStatus > 0 && !gift) return returnToFilm(movie);
    $booking.set({
      ...blankBooking,
      status: 'success',
      movie,
      gift,
      ...(findStoredChoice(movie) ?? { date: firstBookableDate(movie) }),
    });
  } catch (error) {
    if (isNotFound(error)) return $booking.setKey('status', 'noData');
    showLoadError();
  }
}

/**
 * A gift may be bought beside an own ticket: after `giveFilmPath`, and after a return from the
 * payment page.
 */
function requestedGift({ movieId }: MemberMovie): GiftDraft | null {
  const stored = ticketInfo.get();
  const storedGift = stored?.movieId === movieId ? stored.gift : undefined;
  return storedGift ?? (new URLSearchParams(location.search).has('gift') ? blankGift : null);
}

export function showLoadError() {
  $booking.setKey('status', 'error');
  notify('error', text.ticketLoadFailed);
}

function returnToFilm(movie: MemberMovie) {
  notifyOnNextPage('info', text.alreadyBooked);
  replacePage(detailsHref(movie));
}

/**
 * Chosen: after a return from the payment page, the previous choice is restored if it can still be
 * booked.
 */
function findStoredChoice(movie: MemberMovie): Pick<BookingScreen, 'date' | 'hour'> | null {
  const stored = ticketInfo.get();
  const rules = slotRulesOf(movie, serverNow());
  if (
    stored?.movieId !== movie.movieId ||
    !bookableDates(rules.now, rules.zone).includes(stored.date)
  )
    return null;
  const { date } = stored;
  if (isNowBooking(stored)) return isNowAvailable(date, rules) ? { date, hour: 'now' } : null;
  const slot = slotsOn(date, rules).find(
    (each) => each.isBookable && isSlotAt(each, fromWire(stored.startTime)),
  );
  return slot ? { date, hour: slot.hour } : null;
}

export function firstBookableDate(movie: MemberMovie): string {
  const rules = slotRulesOf(movie, serverNow());
  const dates = bookableDates(rules.now, rules.zone);
  const hasSlot = (date: string) =>
    isNowAvailable(date, rules) || slotsOn(date, rules).some(({ isBookable }) => isBookable);
  return dates.find(hasSlot) ?? dates[0];
}
