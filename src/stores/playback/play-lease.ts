import { ApiError } from '#api/errors.ts';
import { resolveUrl } from '#api/http.ts';
import { fetchAsDataUrl, fetchKey, refreshPlaybackCookie } from '#api/playback.ts';
import type { Previews } from '#contract/playback.ts';
import { HEARTBEAT_SECONDS } from '#domain/playback.ts';

/**
 * `unreachable`: retry later. `rejected`: the player already shows why. `stopped`: the player was
 * closed.
 */
export type Renewal = 'renewed' | 'unreachable' | 'rejected' | 'stopped';

interface Lease {
  playToken: string;
  media: { base: string; query: string };
}

interface OpenedFilm extends Lease {
  /** Of the master playlist. */
  url: string;
  previews: Previews;
}

export type SeekPictures = Previews & { picture: string };

const SOON_MS = 3000;

/**
 * Renews the lease of an opened film until `stop`. `renewSoon` reports a position that jumped:
 * several calls make one renewal.
 */
export function createPlayLease(
  film: OpenedFilm,
  renewLease: () => Promise<Lease>,
  onRejected: (error: ApiError) => void,
) {
  let { playToken, media } = film;
  const nameAt = film.url.lastIndexOf('/') + 1;
  const mediaUrl = `${film.url.slice(0, nameAt)}media/`;
  const mediaAt = (file: string) => resolveUrl(`${media.base}${file}${media.query}`);
  let running: Promise<Renewal> | undefined;
  let isNative = false;
  let isStopped = false;

  const urlWithToken = () => {
    isNative = true;
    return `${film.url.slice(0, nameAt)}t/${playToken}/${film.url.slice(nameAt)}`;
  };

  const renewOnce = async (): Promise<Renewal> => {
    try {
      ({ playToken, media } = await renewLease());
      if (isNative && !isStopped) await refreshPlaybackCookie(urlWithToken());
      return isStopped ? 'stopped' : 'renewed';
    } catch (error) {
      if (isStopped) return 'stopped';
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429)
        return 'unreachable';
      onRejected(error);
      return 'rejected';
    }
  };

  const renew = () => {
    running ??= renewOnce().finally(() => (running = undefined));
    return running;
  };

  let soon: ReturnType<typeof setTimeout> | undefined;
  const renewSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      void renew();
    }, SOON_MS);
  };

  /** Segments need the current signed URL. Null for every other URL. */
  const signedUrl = (url: string): string | null =>
    url.startsWith(mediaUrl) ? mediaAt(url.slice(mediaUrl.length)) : null;

  const seekPictures = async (): Promise<SeekPictures | null> => {
    const { previews } = film;
    const picture = await fetchAsDataUrl(mediaAt(previews.uri)).catch(() => null);
    return picture === null ? null : { ...previews, picture };
  };

  const timer = setInterval(renew, HEARTBEAT_SECONDS * 1000);
  const stop = () => {
    isStopped = true;
    clearInterval(timer);
    clearTimeout(soon);
  };
  return {
    token: () => playToken,
    signedUrl,
    urlWithToken,
    fetchKey: (url: string) => fetchKey(url, playToken),
    seekPictures,
    renew,
    renewSoon,
    stop,
  };
}
export type PlayLease = ReturnType<typeof createPlayLease>;
