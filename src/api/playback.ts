import {
  createMoviePlay,
  playMovieWeb,
  renewPlayback,
  updateMoviePlay,
} from '#contract/playback.ts';
import type { BodyOf, CallInput } from '#contract/endpoint.ts';
import { dataUrl } from './data-url.ts';
import { ApiError } from './errors.ts';
import { call } from './http.ts';

export const openPlayback = (body: CallInput<typeof playMovieWeb>['body']) =>
  call(playMovieWeb, { body });

export const renewLease = (sessionId: string, position: BodyOf<typeof renewPlayback>) =>
  call(renewPlayback, { params: { sessionId }, body: position });

export const recordPlay = (movieId: number) =>
  call(createMoviePlay, { params: { movieId }, body: { deviceType: 'WEB' } });

type Pause = CallInput<typeof updateMoviePlay>['body'];

export const recordPause = (moviePlayId: number, pause: Pause) =>
  call(updateMoviePlay, { params: { moviePlayId }, body: pause });

/** For a page that is being left; nothing reads the response. */
export const recordPageLeave = (moviePlayId: number, pause: Pause) =>
  call(updateMoviePlay, { params: { moviePlayId }, body: pause }, { keepalive: true });

/** The bytes of a decryption key; null without an answer or if it is refused. */
export async function fetchKey(url: string, playToken: string): Promise<ArrayBuffer | null> {
  const headers = { Authorization: `Bearer ${playToken}` };
  const reply = await fetch(url, { headers, cache: 'no-store' }).catch(() => null);
  return reply?.ok ? reply.arrayBuffer().catch(() => null) : null;
}

export async function fetchAsDataUrl(url: string): Promise<string> {
  const reply = await fetch(url);
  if (!reply.ok) throw new ApiError(reply.status);
  return dataUrl(await reply.blob());
}

/** Native players send no token. Fetching a playlist by a URL with a token renews their cookie. */
export const refreshPlaybackCookie = (url: string) => fetch(url, { credentials: 'include' });
