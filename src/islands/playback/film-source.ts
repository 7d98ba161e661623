import type { DeviceFilm } from '#stores/downloads/device-film.ts';
import type { Renewal, SeekPictures } from '#stores/playback/play-lease.ts';
import type { FilmTracks } from '#stores/playback/playback.ts';

export interface FilmSource {
  /** Shown in the watermark. */
  identity: string;
  url: string;
  /** The text of the playlist at `url`. */
  master: string;
  /** Seconds. */
  startAt: number;
  token: () => string;
  /** Signed URL of a segment, which needs no token; null for other URLs. */
  signedUrl: (url: string) => string | null;
  /** For players that cannot send headers. */
  urlWithToken: () => string;
  /** Null without an answer. */
  fetchKey: (url: string) => Promise<ArrayBuffer | null>;
  renew: () => Promise<Renewal>;
  seekPictures: () => Promise<SeekPictures | null>;
  /** Null if no part of the film is on this device. */
  device: DeviceFilm | null;
  /** For the lock screen and media keys. */
  title: string;
  poster: string | null;
}

export interface FilmEvents {
  onPlaying: () => void;
  onPaused: (seconds: number) => void;
  onTimeUpdate: (seconds: number) => void;
  onEnded: () => void;
  onTracks: (tracks: FilmTracks) => void;
  /** Ten seconds without data, or a failed load that is tried again. */
  onWaiting: () => void;
  /** Data arrived; the film may be paused. */
  onBuffered: () => void;
  onRejected: (status: number) => void;
  onFailed: () => void;
  onUnsupported: () => void;
  onWatermarkHidden: () => void;
}
