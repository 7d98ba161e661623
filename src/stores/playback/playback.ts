import { atom } from 'nanostores';
import { z } from 'zod';
import { readItem } from '#api/browser-storage.ts';
import { ApiError, OfflineError } from '#api/errors.ts';
import { resolveUrl } from '#api/http.ts';
import { openPlayback, renewLease } from '#api/playback.ts';
import type { MemberMovie } from '#contract/booking.ts';
import { chooseResumeSeconds } from '#domain/playback.ts';
import { commonMessages } from '#messages/common.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import type { DeviceFilm } from '../downloads/device-film.ts';
import { findOwnIpAddress, ownIpAddress } from '../lib/own-ip-address.ts';
import { closeOnBack, reloadPage } from '../lib/navigate.ts';
import { persistentAtom } from '../lib/persistent-atom.ts';
import { createPlayLease, type PlayLease } from './play-lease.ts';
import { createPlayRecord, type PlayRecord, savedPosition } from './play-record.ts';
import { notify } from '../notices/notices.ts';
import { $userId } from '../session/session.ts';

export interface PlaybackSession {
  /** A new id for each opening. */
  id: string;
  /** Shown in the watermark. */
  identity: string;
  url: string;
  /** The playlist at `url`. */
  master: string;
  title: string;
  poster: string | null;
  /** Seconds into the film. */
  startAt: number;
  lease: PlayLease;
  /** The film's files on this device. */
  device?: DeviceFilm | null;
  /** Null if no play is recorded. */
  record: PlayRecord | null;
}

export type PlayerMovie = Pick<
  MemberMovie,
  'movieName' | 'movieNameEn' | 'primaryLanguage' | 'order'
>;

/** Returns null if the server opened nothing. `onRejected`: the lease was not renewed. */
type OpenSession = (onRejected: (error: ApiError) => void) => Promise<PlaybackSession | null>;

export interface Track {
  label: string;
  isChosen: boolean;
  choose: () => void;
}

export interface FilmTracks {
  /** Begins with Off; empty without captions. */
  captions: Track[];
  /** Empty if there is no choice. */
  sound: Track[];
}

interface PlayerProblem {
  message: string;
  action: string | null;
  /** Only a page reload helps. */
  isStale?: boolean;
}

export interface FilmPlayer {
  kind: 'film';
  movie: PlayerMovie;
  openSession: OpenSession;
  /** Null while loading and after a failure. */
  session: PlaybackSession | null;
  tracks: FilmTracks | null;
  /** Shown instead of the film. */
  problem: PlayerProblem | null;
  /** The message over the running film. */
  filmMessage: 'waiting' | 'recordFailed' | 'watermarkHidden' | null;
}

export interface TrailerPlayer {
  kind: 'trailer';
  url: string;
  title: string;
  problem: string | null;
}

/** The film whose copyright warning is open. */
export const $warning = atom<MemberMovie | null>(null);
export const $player = atom<FilmPlayer | TrailerPlayer | null>(null);

/** Several openings can run at once; only the newest changes the player. */
let newestOpening: object | undefined;

/** Ids of the orders whose warning was accepted, the newest first. */
const acceptedWarnings = persistentAtom('acceptedWarnings', z.array(z.number()));
const MAX_ACCEPTED = 50;

/**
 * Spec §4: the copyright warning comes first. Chosen: once for a ticket and device, because a
 * viewer who resumes has read it.
 */
export async function startWatching(movie: MemberMovie) {
  if (movie.order && acceptedWarnings.get()?.includes(movie.order.movieOrderId))
    return openFilm(movie);
  void findOwnIpAddress();
  $warning.set(movie);
}
export const declineWarning = () => $warning.set(null);

export async function acceptWarning() {
  const movie = $warning.get();
  $warning.set(null);
  if (!movie) return;
  if (movie.order)
    acceptedWarnings.set(
      [movie.order.movieOrderId, ...(acceptedWarnings.get() ?? [])].slice(0, MAX_ACCEPTED),
    );
  await openFilm(movie);
}

let removeTrailerHistoryEntry = () => {};

export function openTrailer({ url, title }: { url: string; title: string }) {
  removeTrailerHistoryEntry = closeOnBack(closePlayer);
  $player.set({ kind: 'trailer', url, title, problem: null });
}

export function closePlayer() {
  newestOpening = undefined;
  stopLease();
  $player.set(null);
  removeTrailerHistoryEntry();
}

/** Another screen continues here. */
export const savePosition = async () => filmPlayer()?.session?.lease.renew();

/** After an error, or to take the stream back from another screen. */
export async function reopenFilm() {
  const player = $player.get();
  if (player?.kind !== 'film') return;
  if (player.problem?.isStale) return reloadPage();
  stopLease();
  await openPlayer(player.movie, player.openSession);
}

const openFilm = (movie: MemberMovie) =>
  openPlayer(movie, async (onRejected) => {
    const ipAddress = await ownIpAddress();
    const [opened] = (await openPlayback({ movieId: movie.movieId, ipAddress })).data;
    if (!opened) return null;
    const { sessionId, master } = opened;
    const url = resolveUrl(opened.movieUrl);
    const record = createPlayRecord(movie.movieId, reportRecordFailed);
    return {
      id: sessionId,
      identity: String($userId.get() ?? ''),
      url,
      master,
      title: movie.movieName,
      poster: movie.moviePoster,
      startAt: chooseResumeSeconds(
        { seconds: opened.resumeAt, moviePlayId: opened.resumePlayId ?? 0 },
        savedPosition(movie.movieId),
      ),
      lease: createPlayLease(
        { ...opened, url },
        () => renewLease(sessionId, record.position() ?? {}),
        onRejected,
      ),
      record,
      device: await findDeviceFilm(movie.order?.movieOrderId, opened.packageKey),
    };
  });

/** Loads the code of downloads only if there are any. */
async function findDeviceFilm(
  orderId: number | undefined,
  packageKey: string,
): Promise<DeviceFilm | null> {
  if (!readItem('downloads')) return null;
  const downloads = await import('../downloads/downloads.ts').catch(() => null);
  return downloads ? downloads.findDeviceFilm(orderId, packageKey) : null;
}

export async function openPlayer(movie: PlayerMovie, openSession: OpenSession) {
  const opening = (newestOpening = {});
  const isNewest = () => newestOpening === opening;
  $player.set({
    kind: 'film',
    movie,
    openSession,
    session: null,
    tracks: null,
    problem: null,
    filmMessage: null,
  });
  try {
    const session = await openSession((error) => isNewest() && showFailure(error));
    // The player was closed meanwhile. The next opening replaces this session.
    if (session && isNewest()) updatePlayer({ session });
    else session?.lease.stop();
  } catch (error) {
    if (isNewest()) showFailure(error);
  }
}

function stopLease() {
  filmPlayer()?.session?.lease.stop();
}

/** Removes the film, so nothing keeps playing behind the message. */
function stopWithProblem(problem: FilmPlayer['problem']) {
  stopLease();
  updatePlayer({ session: null, tracks: null, problem, filmMessage: null });
}

function filmPlayer(): FilmPlayer | null {
  const player = $player.get();
  return player?.kind === 'film' ? player : null;
}

function updatePlayer(change: Partial<FilmPlayer>) {
  const player = filmPlayer();
  if (player) $player.set({ ...player, ...change });
}

function reportRecordFailed() {
  notify('error', text.playRecordFailed);
  updatePlayer({ filmMessage: 'recordFailed' });
}

function showFailure(error: unknown) {
  if (error instanceof ApiError) return stopWithProblem(problemOf(error.status, error.message));
  stopWithProblem({
    message: error instanceof OfflineError ? text.offlineBefore : commonMessages.somethingWrong,
    action: commonMessages.retry,
  });
}

function problemOf(status: number, message?: string): FilmPlayer['problem'] {
  if (status === 402) return { message: text.ticketRequired, action: null };
  if (status === 409) return { message: text.streamReplaced, action: text.watchHere };
  if (status === 404 && !message)
    return { message: text.playbackOver, action: commonMessages.retry };
  return { message: message || text.cannotPlay, action: commonMessages.retry };
}

export const playerEvents = {
  waiting: () => updatePlayer({ filmMessage: 'waiting' }),
  /** Data arrived, perhaps while paused: clears only the buffering message. */
  buffered: () => filmPlayer()?.filmMessage === 'waiting' && updatePlayer({ filmMessage: null }),
  playing: () => filmPlayer()?.filmMessage && updatePlayer({ filmMessage: null }),
  requestRejected: (status: number) => stopWithProblem(problemOf(status)),
  failed: () => stopWithProblem({ message: text.cannotPlay, action: commonMessages.retry }),
  /** The player's code is missing because the page belongs to an older release. */
  notLoaded: () =>
    stopWithProblem({ message: text.cannotPlay, action: commonMessages.retry, isStale: true }),
  tracksChanged: (tracks: FilmTracks) => updatePlayer({ tracks }),
  watermarkHidden: () => updatePlayer({ filmMessage: 'watermarkHidden' }),
  unsupported: () => stopWithProblem({ message: text.notSupported, action: null }),
  trailerFailed() {
    const player = $player.get();
    if (player?.kind === 'trailer') $player.set({ ...player, problem: text.trailerCannotPlay });
  },
};
