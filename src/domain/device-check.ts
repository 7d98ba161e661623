import { MINUTE } from './limits/durations.ts';

interface DeviceCapabilities {
  /** H.264 and AAC in HLS, by Media Source Extensions or natively. */
  canPlay: boolean;
  /** Megabits per second; null when unknown. */
  downlink: number | null;
  /** Device clock minus server clock; null when unknown. */
  clockAheadMs: number | null;
}

export type DeviceCheckResult = 'cannotPlay' | 'slow' | 'wrongClock' | 'fine';

/** The lowest rendition needs 0.5 for video and 0.125 for audio. */
const MIN_MEGABITS_PER_SECOND = 0.65;
/** Chosen: with a larger difference, a window looks open or closed when it is not. */
const MAX_CLOCK_DIFFERENCE_MINUTES = 5;

export function checkDevice({
  canPlay,
  downlink,
  clockAheadMs,
}: DeviceCapabilities): DeviceCheckResult {
  if (!canPlay) return 'cannotPlay';
  if (downlink !== null && downlink < MIN_MEGABITS_PER_SECOND) return 'slow';
  return Math.abs(clockAheadMs ?? 0) > MAX_CLOCK_DIFFERENCE_MINUTES * MINUTE
    ? 'wrongClock'
    : 'fine';
}

/** The time of smaller transfers depends on latency, not on bandwidth. */
const MIN_BYTES = 20_000;

export function measureMegabitsPerSecond(
  transfers: { bytes: number; ms: number }[],
): number | null {
  const large = transfers.filter(({ bytes, ms }) => bytes >= MIN_BYTES && ms > 0);
  return large.length ? Math.max(...large.map(({ bytes, ms }) => (bytes * 8) / ms / 1000)) : null;
}
