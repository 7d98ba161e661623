import { ApiError } from '#api/errors.ts';
import { resolveUrl } from '#api/http.ts';
import { fetchAsDataUrl, refreshPlaybackCookie, renewLease } from '#api/playback.ts';
import type { Previews } from '#contract/playback.ts';
import { HEARTBEAT_SECONDS } from '#domain/playback.ts';
import type { PlayPosition } from './play-record.ts';

/** `unreachable`: retry later. `rejected`: the player already shows why. `stopped`: the player was closed. */
export type Renewal = 'renewed' | 'unreachable' | 'rejected' | 'stopped';

interface OpenedSession {
  sessionId: string;
  url: string;
  playToken: string;
  media: { base: string; query: string };
  previews: Previews;
}

export type SeekPictures = Previews & { picture: string };

/** Renews the lease of a playback session until `stop`. Each heartbeat also reports the position. */
export function createPlayLease(
  session: OpenedSession,
  position: () => PlayPosition | null,
  onRejected: (error: ApiError) => void,
) {
  let { playToken, media } = session;
  const mediaAt = (file: string) => resolveUrl(`${media.base}${file}${media.query}`);
  let running: Promise<Renewal> | undefined;
  let isNative = false;
  let isStopped = false;

  const urlWithToken = () => {
    isNative = true;
    return session.url.replace(/[^/]+$/, `t/${playToken}/$&`);
  };

  const renewOnce = async (): Promise<Renewal> => {
    try {
      ({ playToken, media } = await renewLease(session.sessionId, position() ?? {}));
      if (isNative && !isStopped) await refreshPlaybackCookie(urlWithToken());
      return isStopped ? 'stopped' : 'renewed';
    } catch (error) {
      if (isStopped) return 'stopped';
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return 'unreachable';
      onRejected(error);
      return 'rejected';
    }
  };

  const renew = () => {
    running ??= renewOnce().finally(() => (running = undefined));
    return running;
  };

  /** Segments need the current signed URL. Null for every other URL. */
  const signedUrl = (url: string): string | null => {
    const [, file] = url.split(`/playback/${session.sessionId}/media/`);
    return file ? mediaAt(file) : null;
  };

  const seekPictures = async (): Promise<SeekPictures | null> => {
    const { previews } = session;
    const picture = await fetchAsDataUrl(mediaAt(previews.uri)).catch(() => null);
    return picture === null ? null : { ...previews, picture };
  };

  const timer = setInterval(renew, HEARTBEAT_SECONDS * 1000);
  const stop = () => {
    isStopped = true;
    clearInterval(timer);
  };
  return { token: () => playToken, signedUrl, urlWithToken, seekPictures, renew, stop };
}
export type PlayLease = ReturnType<typeof createPlayLease>;
