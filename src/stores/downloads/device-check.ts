import { atom } from 'nanostores';
import { clockAheadMs } from '#api/server-clock.ts';
import {
  type DeviceCheckResult,
  checkDevice,
  measureMegabitsPerSecond,
} from '#domain/device-check.ts';

const FILM_TYPE = 'video/mp4; codecs="avc1.640028, mp4a.40.2"';
const NATIVE_TYPE = 'application/vnd.apple.mpegurl';

/** Null before the check. */
export const $deviceCheck = atom<DeviceCheckResult | null>(null);

export function runDeviceCheck() {
  $deviceCheck.set(
    checkDevice({ canPlay: canPlay(), downlink: downlink(), clockAheadMs: clockAheadMs() }),
  );
}

function canPlay(): boolean {
  const { ManagedMediaSource, MediaSource } = globalThis as typeof globalThis & {
    ManagedMediaSource?: typeof globalThis.MediaSource;
  };
  const source = ManagedMediaSource ?? MediaSource;
  return (
    source?.isTypeSupported(FILM_TYPE) ||
    document.createElement('video').canPlayType(NATIVE_TYPE) !== ''
  );
}

/**
 * Megabits per second: the browser's estimate, else measured from the page's own downloads. Null if
 * unknown.
 */
function downlink(): number | null {
  const { connection } = navigator as Navigator & { connection?: { downlink?: number } };
  if (connection?.downlink) return connection.downlink;
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return measureMegabitsPerSecond(
    resources.map(({ transferSize, responseEnd, responseStart }) => ({
      bytes: transferSize,
      ms: responseEnd - responseStart,
    })),
  );
}
