import { randomUUID } from 'node:crypto';
import { MINUTE } from '#domain/limits.ts';
import { KEYS_PER_MINUTE, resumeSeconds, sittingEnd, STARTS_PER_HOUR } from '#domain/playback.ts';
import { masterPlaylist } from '#domain/playlist.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { playsStarted } from '../../observe/counters.ts';
import type { Limit } from '../../rate-limits.ts';
import { assertLive, issueLease, streamReplaced, ticketRequired } from './access.ts';
import {
  countKey,
  findFilm,
  findOpenTicket,
  findPaidTicket,
  findSeekMinutes,
  findSitting,
  insertPlay,
  movieExists,
  openSession,
  type Sitting,
  updatePlay,
} from './queries.ts';

/** More often nobody opens a player in an hour, whatever the connection does. */
const PLAYS: Limit = { name: 'plays', points: 60, seconds: 3600, message: text.tooManyPlays };
const TICKET_STARTS: Limit = { ...PLAYS, name: 'ticket-starts', points: STARTS_PER_HOUR.ticket };
const VIEWER_STARTS: Limit = { ...PLAYS, name: 'viewer-starts', points: STARTS_PER_HOUR.viewer };

interface Device {
  deviceType?: string | null | undefined;
  deviceName?: string | null | undefined;
  ipAddress?: string | null | undefined;
}

interface Heartbeat {
  sessionId: string;
  ip: string;
  moviePlayId?: number | undefined;
  /** Minutes. */
  playSeekTime?: number | undefined;
}

/**
 * Opens a sitting for the holder of a live ticket; `playbackPath` is where this service serves sessions. Throws movie_not_found,
 * ticket_required, film_not_ready, too_many_requests.
 */
export async function startPlayback(
  deps: Deps,
  { userId }: Viewer,
  { movieId, ip, playbackPath }: { movieId: number; ip: string; playbackPath: string },
) {
  const { db } = deps;
  await requireMovie(deps, movieId);
  const startedAt = deps.now();
  const ticket = (await findOpenTicket(db, userId, movieId, startedAt)) ?? raise(ticketRequired());
  const film = (await findFilm(db, movieId)) ?? raise(new AppError('unavailable', 'film_not_ready', text.filmNotReady));
  await deps.limits.use(VIEWER_STARTS, String(userId));
  await deps.limits.use(TICKET_STARTS, String(ticket.movieOrderId));

  const filmSeconds = film.manifest.durationSeconds;
  const session = {
    sessionId: randomUUID(),
    movieOrderId: ticket.movieOrderId,
    userId,
    movieId,
    packageId: film.packageId,
    startedAt,
    endsAt: sittingEnd(ticket, startedAt, filmSeconds),
  };
  if (!(await openSession(db, session))) throw ticketRequired();
  playsStarted.inc();

  const lease = await issueLease(deps, { ...session, packageKey: film.packageKey }, ip);
  const base = `${playbackPath}/${session.sessionId}`;
  return {
    movieUrl: `${base}/master.m3u8`,
    master: masterPlaylist(film.manifest),
    ...lease,
    sessionId: session.sessionId,
    resumeAt: resumeSeconds(await findSeekMinutes(db, userId, movieId), filmSeconds),
    previews: film.manifest.sprite,
    captions: film.manifest.captions.map(({ language, label }) => ({
      language,
      label,
      url: `${base}/captions/${language}.vtt`,
    })),
  };
}

/** A heartbeat: a fresh lease for the session's own viewer while the sitting may go on, and the place kept that it tells. */
export async function renewLease(
  deps: Deps,
  { userId }: Viewer,
  { sessionId, ip, moviePlayId, playSeekTime }: Heartbeat,
) {
  const sitting = await findSitting(deps.db, sessionId);
  if (sitting?.userId !== userId) throw new AppError('not_found', 'session_not_found', text.playbackOver);
  assertLive(sitting, deps.now());
  if (moviePlayId !== undefined && playSeekTime !== undefined)
    await updatePlay(deps.db, userId, moviePlayId, { playEndTime: deps.now(), playSeekTime });
  return issueLease(deps, sitting, ip);
}

/** The 16 bytes of one key. A ticket gets so many a minute, whatever its sessions: enough for any viewer, too few for a copier in a hurry. */
export async function takeKey(
  { db, now }: Deps,
  { sessionId, keys }: Sitting,
  keyIndex: number,
): Promise<Buffer<ArrayBuffer>> {
  const key = keys[keyIndex] ?? raise(new AppError('not_found', 'key_not_found', text.notInFilm));
  const minute = new Date(Math.floor(now().getTime() / MINUTE) * MINUTE);
  const count = (await countKey(db, sessionId, minute)) ?? raise(streamReplaced());
  if (count > KEYS_PER_MINUTE) {
    const retryAfter = Math.max(1, Math.ceil((minute.getTime() + MINUTE - now().getTime()) / 1000));
    throw new AppError('too_many', 'too_many_keys', text.tooManyKeys, { retryAfter });
  }
  return Buffer.from(key, 'hex');
}

/**
 * Chosen: only who holds (or held) a paid ticket has a play to record. Throws movie_not_found, ticket_required,
 * too_many_requests.
 */
export async function recordPlay(
  deps: Deps,
  { userId }: Viewer,
  movieId: number,
  play: Device & { playStartTime?: Date | undefined },
) {
  const { db, now } = deps;
  await requireMovie(deps, movieId);
  const ticket = (await findPaidTicket(db, userId, movieId)) ?? raise(ticketRequired());
  await deps.limits.use(PLAYS, String(userId));
  const moviePlayId = await insertPlay(db, {
    ...play,
    movieId,
    userId,
    movieOrderId: ticket.movieOrderId,
    playStartTime: play.playStartTime ?? now(),
  });
  return { moviePlayId };
}

/** Where a pause left the film. Another viewer's play is not found. */
export async function recordPause(
  { db, now }: Deps,
  { userId }: Viewer,
  moviePlayId: number,
  { playEndTime, ...stop }: Device & { playEndTime?: Date | undefined; playSeekTime: number },
) {
  const found = await updatePlay(db, userId, moviePlayId, { ...stop, playEndTime: playEndTime ?? now() });
  if (!found) throw new AppError('not_found', 'play_not_found', text.playNotFound);
  return { moviePlayId };
}

async function requireMovie({ db }: Deps, movieId: number): Promise<void> {
  if (!(await movieExists(db, movieId))) throw new AppError('not_found', 'movie_not_found', text.movieNotFound);
}
