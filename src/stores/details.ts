import { atom, map } from 'nanostores';
import { fetchMemberMovie, fetchMovieOrders } from '#api/booking.ts';
import type { MemberMovie, Order } from '#contract/booking.ts';
import { TOAST_MS } from '#domain/limits.ts';
import { orderWindow } from '#domain/order-window.ts';
import { ticketPhase } from '#domain/ticket-phase.ts';
import { isWindowOpen, isWindowOver, type Window } from '#domain/viewing.ts';
import { detailMessages as text } from '#messages/details.ts';
import { href, matchRoute } from '#routes.ts';
import { serverNow } from './clock.ts';
import { goInstead, takeHash } from './lib/navigate.ts';
import { isNotFound, refusal, type Status } from './lib/status.ts';
import { notify } from './notices.ts';

const SHORT_TYPES = ['SHORTS', 'SERIES'];
export const TRAILER = 'Trailer';

/** A film's page for a signed-in viewer; the short film and web series lists have one of their own (spec §2). */
export const detailsHref = ({ movieId, movieType }: { movieId: number; movieType: string }): string =>
  href(SHORT_TYPES.includes(movieType) ? 'shortFilmDetails' : 'movieDetails', { movie_id: movieId });

interface DetailsScreen {
  status: Status;
  movie: MemberMovie | null;
}

export const $details = map<DetailsScreen>({ status: 'process', movie: null });
export const $isTicketShown = atom(false);
/** A ticket for this film whose money went back, or is on its way; told where one looks for the ticket. */
export const $returned = atom<Order | null>(null);

/** Spec §4, "Movie detail buttons". */
export type DetailAction = 'trailer' | 'watch' | 'booked' | 'book';

export function detailAction({
  movieType,
  playStatus,
  paymentStatus,
}: Pick<MemberMovie, 'movieType' | 'playStatus' | 'paymentStatus'>): DetailAction {
  if (movieType === TRAILER) return 'trailer';
  if (playStatus === 'PAID') return 'watch';
  return paymentStatus > 0 ? 'booked' : 'book';
}

export function openDetails() {
  const found = matchRoute('movieDetails', location.pathname) ?? matchRoute('shortFilmDetails', location.pathname);
  const id = Number(found?.['movie_id']);
  if (!Number.isInteger(id) || id <= 0) return refuse(text.missingId);
  return load(id);
}

async function load(id: number) {
  $details.set({ status: 'process', movie: null });
  $returned.set(null);
  try {
    const movie = await fetchMemberMovie(id);
    $details.set({ status: 'success', movie });
    if (!movie.order) void findReturned(id, (order) => !isWindowOver(orderWindow(order), serverNow()));
  } catch (error) {
    if (refusal(error, 'token_invalid')) return;
    if (!isNotFound(error)) return refuse(text.loadFailed);
    $details.set({ status: 'noData', movie: null });
    // A film that was withdrawn is not found any more: who had a ticket learns why.
    await findReturned(id);
  }
}

/** Chosen: beside a film that is still shown, a ticket that went back is told of until its window would have closed. */
async function findReturned(movieId: number, isToldOf: (order: Order) => boolean = () => true) {
  const { content } = await fetchMovieOrders(movieId).catch(() => ({ content: [] }));
  const isBack = (order: Order) =>
    ['returning', 'returned'].includes(ticketPhase(order, orderWindow(order), serverNow()));
  $returned.set(content.find((order) => isBack(order) && isToldOf(order)) ?? null);
}

/** The button follows the clock: once the window opened or closed under the page, the film is asked for anew. */
export async function followClock(now: Date) {
  const { movie } = $details.get();
  if (!movie?.order || !isOutdated(movie, orderWindow(movie.order), now)) return;
  await renewDetails();
  if (!$details.get().movie?.order) hideTicket();
}

/** Asks for the film anew, as after something changed it; what is shown stays when no answer comes. */
export async function renewDetails() {
  const { movie } = $details.get();
  const fresh = movie && (await fetchMemberMovie(movie.movieId).catch(() => null));
  if (fresh && $details.get().movie?.movieId === fresh.movieId) $details.setKey('movie', fresh);
}

function isOutdated(movie: MemberMovie, window: Window, now: Date): boolean {
  const action = detailAction(movie);
  return (action === 'booked' && isWindowOpen(window, now)) || (action === 'watch' && isWindowOver(window, now));
}

// Spec §8: the toast, then the movies list. The delay is the toast's own, so that it can be read; trying again calls the redirect off.
let leaving: ReturnType<typeof setTimeout> | undefined;

function refuse(message: string) {
  $details.set({ status: 'error', movie: null });
  notify('error', message);
  leaving = setTimeout(() => goInstead(href('movies')), TOAST_MS);
}

export function reopenDetails() {
  clearTimeout(leaving);
  return openDetails();
}

/** After paying one comes here to be shown the ticket: the address says `#ticket`, once. */
export const takeTicketWish = (): boolean => takeHash('ticket') && Boolean($details.get().movie?.order);

export const showTicket = () => $isTicketShown.set(true);
export const hideTicket = () => $isTicketShown.set(false);
