import type { Renewal, SeekPictures } from '#stores/lib/play-lease.ts';

/** What a player needs to know of a film, and whom it tells. */
export interface FilmSource {
  url: string;
  /** The playlist at `url`. */
  master: string;
  /** Seconds. */
  startAt: number;
  token: () => string;
  /** Where a segment that the playlists name is now, by a signed address that needs no token; null for what is no segment. */
  signed: (url: string) => string | null;
  /** The address that carries the token, for players that cannot send headers. */
  urlWithToken: () => string;
  renew: () => Promise<Renewal>;
  seekPictures: () => Promise<SeekPictures | null>;
  /** For the lock screen and the keys of a keyboard. */
  title: string;
  poster: string | null;
}

export interface FilmEvents {
  onPlaying: () => void;
  onPaused: (seconds: number) => void;
  onTime: (seconds: number) => void;
  onEnded: () => void;
  /** The picture waits for the connection. */
  onWaiting: () => void;
  /** The film arrives (again). */
  onFlowing: () => void;
  onRefused: (status: number) => void;
  onBroken: () => void;
  onUnsupported: () => void;
}
