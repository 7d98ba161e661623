import { ApiError } from '#api/errors.ts';
import { resolveUrl } from '#api/http.ts';
import { fetchPicture, keepAdmitted, renewLease } from '#api/playback.ts';
import type { Previews } from '#contract/playback.ts';
import { HEARTBEAT_SECONDS } from '#domain/playback.ts';
import type { Place } from './play-record.ts';

/** `away`: no connection now, ask again later; `refused`: the screen already says why; `left`: nobody watches any more. */
export type Renewal = 'renewed' | 'away' | 'refused' | 'left';

interface Opened {
  sessionId: string;
  url: string;
  playToken: string;
  media: { base: string; query: string };
  previews: Previews;
}

/** The pictures of the seek bar; `picture` holds all of them. */
export type SeekPictures = Previews & { picture: string };

/**
 * Keeps the lease of a sitting fresh until `stop`, and tells the server with each heartbeat where the film is (`place`).
 * `onRefused` hears when the server no longer lets it go on.
 */
export function createPlayLease(sitting: Opened, place: () => Place | null, onRefused: (error: ApiError) => void) {
  let { playToken, media } = sitting;
  const mediaAt = (file: string) => resolveUrl(`${media.base}${file}${media.query}`);
  let running: Promise<Renewal> | undefined;
  let isNative = false;
  let isLeft = false;

  const urlWithToken = () => {
    isNative = true;
    return sitting.url.replace(/[^/]+$/, `t/${playToken}/$&`);
  };

  const renewOnce = async (): Promise<Renewal> => {
    try {
      ({ playToken, media } = await renewLease(sitting.sessionId, place() ?? {}));
      if (isNative && !isLeft) await keepAdmitted(urlWithToken());
      return isLeft ? 'left' : 'renewed';
    } catch (error) {
      if (isLeft) return 'left';
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return 'away';
      onRefused(error);
      return 'refused';
    }
  };

  const renew = () => {
    running ??= renewOnce().finally(() => (running = undefined));
    return running;
  };

  /** The playlists name segments `media/…` beside themselves; where those are now. Null for every other address. */
  const signed = (url: string): string | null => {
    const [, file] = url.split(`/playback/${sitting.sessionId}/media/`);
    return file ? mediaAt(file) : null;
  };

  /** Null when they do not come: the film plays without. */
  const seekPictures = async (): Promise<SeekPictures | null> => {
    const { previews } = sitting;
    const picture = await fetchPicture(mediaAt(previews.uri)).catch(() => null);
    return picture === null ? null : { ...previews, picture };
  };

  const timer = setInterval(renew, HEARTBEAT_SECONDS * 1000);
  const stop = () => {
    isLeft = true;
    clearInterval(timer);
  };
  return { token: () => playToken, signed, urlWithToken, seekPictures, renew, stop };
}
export type PlayLease = ReturnType<typeof createPlayLease>;
