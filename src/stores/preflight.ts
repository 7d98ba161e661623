import { atom } from 'nanostores';
import { clockAheadMs } from '#api/server-clock.ts';
import { type PreflightResult, checkDevice, measureMegabits } from '#domain/preflight.ts';

const FILM_TYPE = 'video/mp4; codecs="avc1.640028, mp4a.40.2"';
const NATIVE_TYPE = 'application/vnd.apple.mpegurl';

/** Null before the check. */
export const $preflight = atom<PreflightResult | null>(null);

export function runPreflight() {
  $preflight.set(checkDevice({ canPlay: canPlay(), downlink: downlink(), clockAheadMs: clockAheadMs() }));
}

function canPlay(): boolean {
  const { ManagedMediaSource, MediaSource } = globalThis as typeof globalThis & {
    ManagedMediaSource?: typeof globalThis.MediaSource;
  };
  const source = ManagedMediaSource ?? MediaSource;
  return source?.isTypeSupported(FILM_TYPE) || document.createElement('video').canPlayType(NATIVE_TYPE) !== '';
}

/** The browser's estimate, else measured from the page's own downloads. */
function downlink(): number | null {
  const { connection } = navigator as Navigator & { connection?: { downlink?: number } };
  if (connection?.downlink) return connection.downlink;
  const pictures = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return measureMegabits(
    pictures.map(({ transferSize, responseEnd, responseStart }) => ({
      bytes: transferSize,
      ms: responseEnd - responseStart,
    })),
  );
}
