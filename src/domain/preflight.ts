import { MINUTE } from './limits.ts';

/** What can be known of a device before a ticket is paid. */
export interface Device {
  /** H.264 and AAC in HLS: by media source, or by the browser itself. */
  canPlay: boolean;
  /** Megabits a second, as far as it was seen; null when nothing tells. */
  downlink: number | null;
  /** Milliseconds that its clock is ahead of the house's; negative behind. */
  clockAhead: number | null;
}

/** `fine`, or the worst of what would go wrong. */
export type Finding = 'cannotPlay' | 'slow' | 'wrongClock' | 'fine';

/** The smallest picture with its sound: half a megabit and an eighth. Slower lines make the film stop. */
const LEAST_MEGABITS = 0.65;
/** Chosen: a clock that is a few minutes out shows every hour nearly right; beyond that, a window would seem open or closed when it is not. */
const MOST_CLOCK_MINUTES = 5;

export function preflight({ canPlay, downlink, clockAhead }: Device): Finding {
  if (!canPlay) return 'cannotPlay';
  if (downlink !== null && downlink < LEAST_MEGABITS) return 'slow';
  return Math.abs(clockAhead ?? 0) > MOST_CLOCK_MINUTES * MINUTE ? 'wrongClock' : 'fine';
}

/** Bytes that a page took over the line, and for how many milliseconds. */
export interface Transfer {
  bytes: number;
  ms: number;
}

/** Smaller ones tell of the way there and back, not of the line. */
const LEAST_BYTES = 20_000;

/** Megabits a second of the best transfer that is large enough to tell; null when there is none. */
export function seenMegabits(transfers: Transfer[]): number | null {
  const telling = transfers.filter(({ bytes, ms }) => bytes >= LEAST_BYTES && ms > 0);
  return telling.length ? Math.max(...telling.map(({ bytes, ms }) => (bytes * 8) / ms / 1000)) : null;
}
