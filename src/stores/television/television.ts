import { atom, computed, map } from 'nanostores';
import { fetchMemberMovie } from '#api/booking.ts';
import { fetchStreamingNow } from '#api/catalogue.ts';
import { fetchOrders } from '#api/orders.ts';
import { pollTelevision } from '#api/television.ts';
import type { MemberMovie, Order } from '#contract/booking.ts';
import type { Movie } from '#contract/catalogue.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { TELEVISION_POLL_SECONDS } from '#domain/limits/television.ts';
import { orderWindow } from '#domain/order-window.ts';
import { isValidTicket, ticketPhase } from '#domain/ticket-phase.ts';
import { href, televisionFilmPath } from '#routes.ts';
import { errorText } from '../lib/call-errors.ts';
import {
  currentLocation,
  goBackInHistory,
  onBackOrForward,
  pushUrl,
  replacePage,
} from '../lib/navigate.ts';
import { repeatWhileVisible } from '../lib/repeat-while-visible.ts';
import type { Status } from '../lib/task.ts';
import {
  $player,
  $warning,
  closePlayer,
  declineWarning,
  startWatching,
} from '../playback/playback.ts';
import { createServerClock, serverNow } from '../server-clock.ts';

export const $now = createServerClock(10_000);

interface HomeState {
  status: Status;
  /** Open tickets and tickets that will open; the first to open comes first. */
  tickets: Order[];
  films: Movie[];
  error: string;
}
export const $home = map<HomeState>({ status: 'process', tickets: [], films: [], error: '' });

/** `movie` is null until it is loaded. */
export const $film = atom<{ movieId: number; movie: MemberMovie | null; error: string } | null>(
  null,
);

/** The poster that has the focus when the viewer comes back. */
export const $openedPosterId = atom('');

export const $tracks = computed($player, (player) =>
  player?.kind === 'film' ? player.tracks : null,
);
export const $isTrackMenuOpen = atom(false);

const POLL_MS = TELEVISION_POLL_SECONDS * 1000;
const RELOAD_MS = MINUTE;

let stopReloading = () => {};
/** Whether a film was opened from the home screen, so that Back leads there. */
let isFilmPushed = false;

const isValid = (order: Order) =>
  isValidTicket(ticketPhase(order, orderWindow(order), serverNow()));
const opensAt = (order: Order) => orderWindow(order).bookingStartTime.getTime();

export async function loadHome() {
  $home.setKey('status', 'process');
  try {
    const [orders, { content: films }] = await Promise.all([fetchOrders(0), fetchStreamingNow()]);
    const tickets = orders.content.filter(isValid).sort((a, b) => opensAt(a) - opensAt(b));
    $home.set({ status: 'success', tickets, films, error: '' });
  } catch (error) {
    $home.set({ ...$home.get(), status: 'error', error: errorText(error) });
  }
}

/** Shows the screen of the URL, and follows Back. Returns a cleanup function. */
export function openTelevision() {
  showScreenOfUrl();
  const stopPolling = repeatWhileVisible(watchRequestedFilm, POLL_MS);
  const removeListener = onBackOrForward(() => {
    const film = $film.get();
    // Back closes the player, not the page below it.
    if (closeOverlay() && film) return pushUrl(televisionFilmPath(film.movieId));
    isFilmPushed = false;
    showScreenOfUrl();
  });
  return () => {
    stopPolling();
    removeListener();
    closeOverlays();
    stopReloading();
    $film.set(null);
  };
}

function closeOverlay(): boolean {
  if ($isTrackMenuOpen.get()) {
    $isTrackMenuOpen.set(false);
    return true;
  }
  if (!$player.get() && !$warning.get()) return false;
  closePlayer();
  declineWarning();
  return true;
}

function closeOverlays() {
  while (closeOverlay());
}

function showScreenOfUrl() {
  const movieId = Number(new URLSearchParams(currentLocation().search).get('film'));
  if (Number.isSafeInteger(movieId) && movieId > 0) showFilm(movieId);
  else showHome();
}

export function openFilm(movieId: number, posterId: string) {
  $openedPosterId.set(posterId);
  pushUrl(televisionFilmPath(movieId));
  isFilmPushed = true;
  showFilm(movieId);
}

/** The viewer chose the film on the phone. */
async function watchRequestedFilm() {
  const { movieId } = await pollTelevision().catch(() => ({ movieId: null }));
  if (movieId === null) return;
  closeOverlays();
  if ($film.get()?.movieId !== movieId) openFilm(movieId, '');
  const movie = await loadFilm(movieId);
  if (movie && canWatch(movie)) await startWatching(movie);
}

export const canWatch = ({ playStatus, order }: MemberMovie) =>
  playStatus === 'PAID' && order !== null;

/**
 * The Back key of a remote control. False on the home screen, where the television leaves the page.
 */
export function goBack(): boolean {
  if (closeOverlay()) return true;
  if (!$film.get()) return false;
  if (isFilmPushed) goBackInHistory();
  else replacePage(href('television'));
  return true;
}

function showHome() {
  $film.set(null);
  reloadWhileShown(loadHome, RELOAD_MS);
}

/** The viewer books on the phone, so the film's ticket is read again and again. */
function showFilm(movieId: number) {
  $film.set({ movieId, movie: null, error: '' });
  reloadWhileShown(() => loadFilm(movieId), POLL_MS);
}

function reloadWhileShown(load: () => Promise<unknown>, everyMs: number) {
  stopReloading();
  stopReloading = repeatWhileVisible(() => ($player.get() ? null : load()), everyMs);
}

/** Returns null after an error, and if another screen is shown meanwhile. */
export async function loadFilm(movieId: number): Promise<MemberMovie | null> {
  const loaded = await fetchMemberMovie(movieId).then(
    (movie) => ({ movie, error: '' }),
    (error: unknown) => ({ error: errorText(error) }),
  );
  const film = $film.get();
  if (film?.movieId !== movieId) return null;
  $film.set({ ...film, ...loaded });
  return 'movie' in loaded ? loaded.movie : null;
}
