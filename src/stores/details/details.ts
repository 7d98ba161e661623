import { atom, map } from 'nanostores';
import { fetchMemberMovie, fetchMyMovieOrders } from '#api/booking.ts';
import { readItem, writeItem } from '#api/browser-storage.ts';
import type { MemberMovie, Order } from '#contract/booking.ts';
import { TOAST_MS } from '#domain/limits/notices.ts';
import { orderWindow } from '#domain/order-window.ts';
import { ticketPhase } from '#domain/ticket-phase.ts';
import { isWindowOpen, isWindowOver, type ViewingWindow } from '#domain/viewing.ts';
import { detailMessages as text } from '#messages/details.ts';
import { href, matchRoute } from '#routes.ts';
import { serverNow } from '../server-clock.ts';
import { findOwnIpAddress } from '../lib/own-ip-address.ts';
import { replacePage, consumeHash } from '../lib/navigate.ts';
import { apiErrorWithCode, isNotFound } from '../lib/call-errors.ts';
import type { Status } from '../lib/task.ts';
import { rememberFilmSource } from '../link-source.ts';
import { notify } from '../notices/notices.ts';

const SHORT_AND_SERIES_TYPES = ['SHORTS', 'SERIES'];
export const TRAILER_TYPE = 'Trailer';

/** Short films and web series have their own details page (spec §2). */
export const detailsHref = ({
  movieId,
  movieType,
}: {
  movieId: number;
  movieType: string;
}): string =>
  href(SHORT_AND_SERIES_TYPES.includes(movieType) ? 'shortFilmDetails' : 'movieDetails', {
    movie_id: movieId,
  });

export const $details = map<{ status: Status; movie: MemberMovie | null }>({
  status: 'process',
  movie: null,
});
export const $isTicketShown = atom(false);
/** The viewer's ticket for this film, if its refund is pending or done. */
export const $refundedTicket = atom<Order | null>(null);

/** Spec §4 "Movie detail buttons". */
export function detailAction(
  movie: Pick<MemberMovie, 'movieType' | 'playStatus' | 'paymentStatus'>,
) {
  if (movie.movieType === TRAILER_TYPE) return 'trailer';
  if (movie.playStatus === 'PAID') return 'watch';
  return movie.paymentStatus > 0 ? 'booked' : 'book';
}

export function openDetails() {
  const found =
    matchRoute('movieDetails', location.pathname) ??
    matchRoute('shortFilmDetails', location.pathname);
  const id = Number(found?.['movie_id']);
  if (!Number.isInteger(id) || id <= 0) return leaveWithError(text.invalidId);
  return loadFilm(id);
}

/** The next page reserves the space of the tickets until this window ends (layouts/guard.js). */
function extendTicketsUntil({ bookingEndTime }: ViewingWindow) {
  const until = bookingEndTime.getTime();
  if (until > Number(readItem('ticketsUntil'))) writeItem('ticketsUntil', String(until));
}

let openedMovieId = 0;
/** Counts the requests for the film, because only the last response is shown. */
let refreshes = 0;

async function loadFilm(id: number) {
  openedMovieId = id;
  refreshes += 1;
  $details.set({ status: 'process', movie: null });
  $refundedTicket.set(null);
  try {
    const movie = await fetchMemberMovie(id);
    $details.set({ status: 'success', movie });
    rememberFilmSource(id);
    if (detailAction(movie) === 'watch') void findOwnIpAddress();
    if (movie.order) extendTicketsUntil(orderWindow(movie.order));
    else void findRefundedTicket(id, (order) => !isWindowOver(orderWindow(order), serverNow()));
  } catch (error) {
    if (apiErrorWithCode(error, 'token_invalid')) return;
    if (!isNotFound(error)) return leaveWithError(text.loadFailed);
    $details.set({ status: 'noData', movie: null });
    // A withdrawn film is not found; a viewer with a ticket still sees the refund.
    await findRefundedTicket(id);
  }
}

/**
 * Chosen: if the film is still available, a refunded ticket is shown until its window would have
 * closed.
 */
async function findRefundedTicket(
  movieId: number,
  isShown: (order: Order) => boolean = () => true,
) {
  const { content } = await fetchMyMovieOrders(movieId).catch(() => ({ content: [] }));
  if (movieId !== openedMovieId) return;
  const hasRefund = (order: Order) =>
    order.gift?.role !== 'giver' &&
    ['refunding', 'refunded'].includes(ticketPhase(order, orderWindow(order), serverNow()));
  $refundedTicket.set(content.find((order) => hasRefund(order) && isShown(order)) ?? null);
}

/** Reloads the film when the ticket's window opens or closes, because the button changes. */
export async function refreshAtWindowChange(now: Date) {
  const { movie } = $details.get();
  if (!movie?.order || !isOutdated(movie, orderWindow(movie.order), now)) return;
  await refreshDetails();
  if (!$details.get().movie?.order) hideTicket();
}

/**
 * Without a response, the page stays unchanged; of two refreshes at once, the later one is shown.
 */
export async function refreshDetails() {
  const { movie } = $details.get();
  if (!movie) return;
  refreshes += 1;
  const refresh = refreshes;
  const updated = await fetchMemberMovie(movie.movieId).catch(() => null);
  if (!updated || refresh !== refreshes) return;
  if ($details.get().movie?.movieId === updated.movieId) $details.setKey('movie', updated);
}

function isOutdated(movie: MemberMovie, window: ViewingWindow, now: Date): boolean {
  const action = detailAction(movie);
  return (
    (action === 'booked' && isWindowOpen(window, now)) ||
    (action === 'watch' && isWindowOver(window, now))
  );
}

// Spec §8: a toast, then the movies list. The redirect waits until the toast disappears; a retry
// cancels the redirect.
let redirectTimer: ReturnType<typeof setTimeout> | undefined;

function leaveWithError(message: string) {
  $details.set({ status: 'error', movie: null });
  notify('error', message);
  redirectTimer = setTimeout(() => replacePage(href('movies')), TOAST_MS);
}

export function reopenDetails() {
  clearTimeout(redirectTimer);
  return openDetails();
}

export const consumeTicketHash = (): boolean =>
  consumeHash('ticket') && Boolean($details.get().movie?.order);

export const showTicket = () => $isTicketShown.set(true);
export const hideTicket = () => $isTicketShown.set(false);
