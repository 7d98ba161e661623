import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import type { createMoviePlay, renewPlayback, updateMoviePlay } from '#contract/playback.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { KEYS_PER_MINUTE, resumeSeconds, playbackEnd, STARTS_PER_HOUR } from '#domain/playback.ts';
import { masterPlaylist } from '#domain/playlist.ts';
import { playbackRefusals as refusals } from '#messages/playback-refusals.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { playsStarted } from '../../observe/counters.ts';
import { perHour } from '../../rate-limits.ts';
import { issueLease, requireOpenSession, streamReplaced, ticketRequired } from './access.ts';
import {
  countIssuedKey,
  type FilmPackage,
  findFilmPackage,
  findOpenTicket,
  findPaidTicket,
  findLastPosition,
  findSession,
  findSessionAndStorePosition,
  insertPlay,
  movieExists,
  openSession,
  type PlaybackSession,
  updatePlay,
} from './queries.ts';

const PLAY_LIMIT = perHour('plays', 60, refusals.tooManyPlays);
const TICKET_START_LIMIT = perHour('ticket-starts', STARTS_PER_HOUR.ticket, refusals.tooManyPlays);
const VIEWER_START_LIMIT = perHour('viewer-starts', STARTS_PER_HOUR.viewer, refusals.tooManyPlays);

/** `playSeekTime` is in minutes. */
interface Heartbeat extends BodyOf<typeof renewPlayback> {
  sessionId: string;
  ip: string;
}

/** Throws movie_not_found, ticket_required, film_not_ready, too_many_requests. */
export async function startPlayback(
  deps: Deps,
  { userId }: Viewer,
  { movieId, ip, playbackPath }: { movieId: number; ip: string; playbackPath: string },
) {
  const { db } = deps;
  await requireMovie(deps, movieId);
  const startedAt = deps.now();
  const ticket =
    (await findOpenTicket({ db, userId, movieId, now: startedAt })) ?? throwError(ticketRequired());
  const film = (await findFilmPackage(db, movieId)) ?? throwError(filmNotReady());
  await deps.limits.use(VIEWER_START_LIMIT, String(userId));
  await deps.limits.use(TICKET_START_LIMIT, String(ticket.movieOrderId));

  const filmSeconds = film.manifest.durationSeconds;
  const session = {
    sessionId: randomUUID(),
    movieOrderId: ticket.movieOrderId,
    userId,
    movieId,
    packageId: film.packageId,
    startedAt,
    endsAt: playbackEnd(ticket, startedAt, filmSeconds),
  };
  if (!(await openSession(db, session))) throw ticketRequired();
  playsStarted.inc();

  const lease = await issueLease(deps, { ...session, packageKey: film.packageKey }, ip);
  const position = await findLastPosition(db, userId, movieId);
  const base = `${playbackPath}/${session.sessionId}`;
  return {
    ...openedFilm(film, base),
    ...lease,
    sessionId: session.sessionId,
    resumeAt: resumeSeconds(position, filmSeconds, startedAt),
    resumePlayId: position?.moviePlayId ?? null,
  };
}

export const filmNotReady = () => new AppError('film_not_playable');

/** `base`: the path of the playlists. */
export const openedFilm = ({ packageKey, manifest }: FilmPackage, base: string) => ({
  packageKey,
  movieUrl: `${base}/master.m3u8`,
  master: masterPlaylist(manifest),
  previews: manifest.sprite,
  captions: manifest.captions.map(({ language, label }) => ({
    language,
    label,
    url: `${base}/captions/${language}.vtt`,
  })),
});

/** The heartbeat: also stores the reported position. */
export async function renewLease(
  deps: Deps,
  { userId }: Viewer,
  { sessionId, ip, moviePlayId, playSeekTime, isPlaying }: Heartbeat,
) {
  const position = { userId, playEndTime: deps.now(), isPlaying: isPlaying ?? null };
  const session =
    moviePlayId !== undefined && playSeekTime !== undefined
      ? await findSessionAndStorePosition(deps.db, sessionId, {
          ...position,
          moviePlayId,
          playSeekTime,
        })
      : await findSession(deps.db, sessionId);
  if (session?.userId !== userId) throw new AppError('playback_not_found');
  requireOpenSession(session, deps.now());
  return issueLease(deps, session, ip);
}

/**
 * The limit per ticket and minute covers all its sessions: enough for viewers, too low for fast
 * copying.
 */
export async function issueKey(
  { db, now }: Deps,
  { sessionId, keys }: PlaybackSession,
  keyIndex: number,
) {
  const key = keys[keyIndex] ?? throwError(new AppError('key_not_found'));
  const minute = new Date(Math.floor(now().getTime() / MINUTE) * MINUTE);
  const count = (await countIssuedKey(db, sessionId, minute)) ?? throwError(streamReplaced());
  if (count > KEYS_PER_MINUTE) {
    const retryAfter = Math.max(1, Math.ceil((minute.getTime() + MINUTE - now().getTime()) / 1000));
    throw new AppError('too_many_keys', [], { retryAfter });
  }
  return Buffer.from(key, 'hex');
}

/**
 * Chosen: needs a paid ticket, inside or outside its window. Throws movie_not_found,
 * ticket_required, too_many_requests.
 */
export async function recordPlay(
  deps: Deps,
  {
    viewer: { userId },
    movieId,
    play,
  }: { viewer: Viewer; movieId: number; play: BodyOf<typeof createMoviePlay> },
) {
  const { db, now } = deps;
  await requireMovie(deps, movieId);
  const ticket = (await findPaidTicket({ db, userId, movieId })) ?? throwError(ticketRequired());
  await deps.limits.use(PLAY_LIMIT, String(userId));
  const moviePlayId = await insertPlay(db, {
    ...play,
    movieId,
    userId,
    movieOrderId: ticket.movieOrderId,
    playStartTime: play.playStartTime ?? now(),
  });
  return { moviePlayId };
}

/** Throws play_not_found, also for the play of another viewer. */
export async function recordPause(
  { db, now }: Deps,
  { userId }: Viewer,
  moviePlayId: number,
  { playEndTime, ...pause }: BodyOf<typeof updateMoviePlay>,
) {
  const change = { ...pause, playEndTime: playEndTime ?? now(), isPlaying: false };
  const found = await updatePlay({ db, userId, moviePlayId, change });
  if (!found) throw new AppError('play_not_found');
  return { moviePlayId };
}

async function requireMovie({ db }: Deps, movieId: number): Promise<void> {
  if (!(await movieExists(db, movieId))) throw new AppError('movie_not_found');
}
