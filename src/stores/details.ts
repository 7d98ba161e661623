import { atom, map } from 'nanostores';
import { fetchMemberMovie } from '#api/booking.ts';
import { fetchPublicReviews } from '#api/reviews.ts';
import type { MemberMovie } from '#contract/booking.ts';
import { TOAST_MS } from '#domain/limits.ts';
import { detailMessages as text } from '#messages/details.ts';
import { href, matchRoute } from '#routes.ts';
import { createPagedList } from './lib/list.ts';
import { goInstead } from './lib/navigate.ts';
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
export const reviews = createPagedList(fetchPublicReviews);

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
  try {
    const movie = await fetchMemberMovie(id);
    $details.set({ status: 'success', movie });
    await reviews.open(id);
  } catch (error) {
    if (refusal(error, 'token_invalid')) return;
    if (isNotFound(error)) $details.set({ status: 'noData', movie: null });
    else refuse(text.loadFailed);
  }
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

export const showTicket = () => $isTicketShown.set(true);
export const hideTicket = () => $isTicketShown.set(false);
