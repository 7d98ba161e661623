import { atom } from 'nanostores';
import { clockAhead } from '#api/clock.ts';
import { type Finding, preflight, seenMegabits } from '#domain/preflight.ts';

const FILM_TYPE = 'video/mp4; codecs="avc1.640028, mp4a.40.2"';
const NATIVE_TYPE = 'application/vnd.apple.mpegurl';

/** What this device will make of a film, for whoever thinks of a ticket; null until it was looked at. */
export const $preflight = atom<Finding | null>(null);

export function lookAtDevice() {
  $preflight.set(preflight({ canPlay: canPlay(), downlink: downlink(), clockAhead: clockAhead() }));
}

function canPlay(): boolean {
  const { ManagedMediaSource, MediaSource } = globalThis as typeof globalThis & {
    ManagedMediaSource?: typeof globalThis.MediaSource;
  };
  const source = ManagedMediaSource ?? MediaSource;
  return source?.isTypeSupported(FILM_TYPE) || document.createElement('video').canPlayType(NATIVE_TYPE) !== '';
}

/** The browser's own estimate, or what this page's pictures took. */
function downlink(): number | null {
  const { connection } = navigator as Navigator & { connection?: { downlink?: number } };
  if (connection?.downlink) return connection.downlink;
  const pictures = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return seenMegabits(
    pictures.map(({ transferSize, responseEnd, responseStart }) => ({
      bytes: transferSize,
      ms: responseEnd - responseStart,
    })),
  );
}
