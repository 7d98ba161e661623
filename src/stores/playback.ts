import { atom } from 'nanostores';
import { ApiError, OfflineError } from '#api/errors.ts';
import { resolveUrl } from '#api/http.ts';
import { openPlayback } from '#api/playback.ts';
import type { MemberMovie } from '#contract/booking.ts';
import { nearerPlace } from '#domain/playback.ts';
import { commonMessages } from '#messages/common.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import { closeOnBack, reload } from './lib/navigate.ts';
import { createPlayLease, type PlayLease } from './lib/play-lease.ts';
import { createPlayRecord, type PlayRecord, rememberedSeconds } from './lib/play-record.ts';
import { notify } from './notices.ts';

/** What the player is handed when the server let the viewer in. */
export interface Sitting {
  sessionId: string;
  url: string;
  /** The playlist at `url`. */
  master: string;
  title: string;
  /** A wire address. */
  poster: string | null;
  /** Seconds into the film. */
  startAt: number;
  lease: PlayLease;
  record: PlayRecord;
}

export interface Trouble {
  message: string;
  action: string | null;
  /** Only the page anew can help. */
  isStale?: boolean;
}

export interface FilmShowing {
  kind: 'film';
  movie: MemberMovie;
  /** Null while the doors open, and when nothing plays. */
  sitting: Sitting | null;
  /** Why nothing plays, and the verb that may help: it stands in the picture's place. */
  trouble: Trouble | null;
  /** A word at the foot of the picture, which goes on or tries to. */
  notice: string | null;
}

export interface TrailerShowing {
  kind: 'trailer';
  url: string;
  title: string;
  trouble: string | null;
}

/** The film whose copyright warning stands open. */
export const $warning = atom<MemberMovie | null>(null);
export const $showing = atom<FilmShowing | TrailerShowing | null>(null);

/** Left and begun again, two openings of a film may be under way: the newest alone says what is shown. */
let newest: object | undefined;

/** Watch Now: the warning comes first (spec §4). */
export const startWatching = (movie: MemberMovie) => $warning.set(movie);
export const declineWarning = () => $warning.set(null);

export async function acceptWarning() {
  const movie = $warning.get();
  $warning.set(null);
  if (movie) await openFilm(movie);
}

/** Takes the trailer's entry out of the history. */
let leaveEntry = () => {};

export function openTrailer({ url, title }: { url: string; title: string }) {
  leaveEntry = closeOnBack(closePlayer);
  $showing.set({ kind: 'trailer', url, title, trouble: null });
}

export function closePlayer() {
  newest = undefined;
  endSitting();
  $showing.set(null);
  leaveEntry();
}

/** Opens the film anew where it stopped: after a fault, or to take the stream back from another screen. */
export async function openAgain() {
  const showing = $showing.get();
  if (showing?.kind !== 'film') return;
  if (showing.trouble?.isStale) return reload();
  endSitting();
  await openFilm(showing.movie);
}

async function openFilm(movie: MemberMovie) {
  const opening = (newest = {});
  const isNewest = () => newest === opening;
  $showing.set({ kind: 'film', movie, sitting: null, trouble: null, notice: null });
  try {
    const [opened] = (await openPlayback(movie.movieId)).data;
    // Left meanwhile: the next opening takes this sitting's place.
    if (!opened || !isNewest()) return;
    const url = resolveUrl(opened.movieUrl);
    const { sessionId, playToken, media, previews } = opened;
    const record = createPlayRecord(movie.movieId, tellRecordFailed);
    show({
      sitting: {
        sessionId,
        url,
        master: opened.master,
        title: movie.movieName,
        poster: movie.moviePoster,
        startAt: nearerPlace(opened.resumeAt, rememberedSeconds(movie.movieId)),
        lease: createPlayLease(
          { sessionId, url, playToken, media, previews },
          record.place,
          (error) => isNewest() && refuse(error),
        ),
        record,
      },
    });
  } catch (error) {
    if (isNewest()) refuse(error);
  }
}

function endSitting() {
  film()?.sitting?.lease.stop();
}

/** Takes the film off the screen, so that nothing goes on playing behind the words. */
function stopFor(trouble: FilmShowing['trouble']) {
  endSitting();
  show({ sitting: null, trouble, notice: null });
}

function film(): FilmShowing | null {
  const showing = $showing.get();
  return showing?.kind === 'film' ? showing : null;
}

function show(change: Partial<FilmShowing>) {
  const showing = film();
  if (showing) $showing.set({ ...showing, ...change });
}

function tellRecordFailed() {
  notify('error', text.playRecordFailed);
  show({ notice: text.playRecordFailed });
}

/** Says in words why the server, or the connection, did not let the film go on. */
function refuse(error: unknown) {
  if (error instanceof ApiError) return stopFor(troubleOf(error.status, error.message));
  stopFor({
    message: error instanceof OfflineError ? text.offlineBefore : commonMessages.somethingWrong,
    action: text.tryAgain,
  });
}

function troubleOf(status: number, message?: string): FilmShowing['trouble'] {
  if (status === 402) return { message: text.ticketRequired, action: null };
  if (status === 409) return { message: text.streamReplaced, action: text.watchHere };
  if (status === 404 && !message) return { message: text.playbackOver, action: text.tryAgain };
  return { message: message || text.cannotPlay, action: text.tryAgain };
}

/** What the player found out by itself. */
export const playerTells = {
  waiting: () => show({ notice: text.waiting }),
  /** A piece of the film arrived: only the notice about waiting is over, also while the film is paused. */
  flowing: () => film()?.notice === text.waiting && show({ notice: null }),
  playing: () => film()?.notice && show({ notice: null }),
  refused: (status: number) => stopFor(troubleOf(status)),
  broken: () => stopFor({ message: text.cannotPlay, action: text.tryAgain }),
  /** The player's code did not come, though the house has just answered: its address is an older release's. */
  missing: () => stopFor({ message: text.cannotPlay, action: text.tryAgain, isStale: true }),
  markHidden: () => show({ notice: text.markHidden }),
  unsupported: () => stopFor({ message: text.notSupported, action: null }),
  trailerBroken() {
    const showing = $showing.get();
    if (showing?.kind === 'trailer') $showing.set({ ...showing, trouble: text.trailerCannotPlay });
  },
};
