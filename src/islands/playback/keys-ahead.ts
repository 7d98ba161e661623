import type Hls from 'hls.js';
import { KEYS_AHEAD_MINUTES } from '#domain/limits/playback.ts';
import type { HeldKeys } from './device-loader.ts';

// Chosen: one key in four seconds after ten undisturbed ones, so that the server's limit
// (KEYS_PER_MINUTE) is left to starts and seeks.
const SPACING_MS = 4000;
const SETTLE_MS = 10_000;

/** Of hls.js: a segment of the picture or the sound. */
type Segment = NonNullable<Hls['levels'][number]['details']>['fragments'][number];

/** Keeps the keys of the next minutes in memory. `fetchKey`: null if there is no answer. */
export function holdKeysAhead({
  hls,
  video,
  keys,
  fetchKey,
}: {
  hls: Hls;
  video: HTMLVideoElement;
  keys: HeldKeys;
  fetchKey: FetchKey;
}): () => void {
  let disturbedAt = performance.now();
  let isFetching = false;
  const disturb = () => (disturbedAt = performance.now());
  const segments = (): Segment[] => [
    ...(hls.levels[hls.loadLevel]?.details?.fragments ?? []),
    ...(hls.audioTracks[hls.audioTrack]?.details?.fragments ?? []),
  ];
  const isAhead = ({ start, duration }: Segment) =>
    start + duration > video.currentTime && start < video.currentTime + KEYS_AHEAD_MINUTES * 60;

  const fetchNext = async () => {
    if (isFetching || video.paused || performance.now() - disturbedAt < SETTLE_MS) return;
    const next = segments()
      .filter(isAhead)
      .toSorted((a, b) => a.start - b.start)
      .map(({ decryptdata }) => decryptdata?.uri)
      .find((url) => url && !keys.get(url));
    if (!next) return;
    isFetching = true;
    const key = await fetchKey(next);
    isFetching = false;
    if (key) keys.hold(next, key);
  };

  video.addEventListener('seeking', disturb);
  const timer = setInterval(() => void fetchNext(), SPACING_MS);
  return () => {
    clearInterval(timer);
    video.removeEventListener('seeking', disturb);
  };
}
export type FetchKey = (url: string) => Promise<ArrayBuffer | null>;

export function createHeldKeys(): HeldKeys {
  const keys = new Map<string, ArrayBuffer>();
  return { get: (url) => keys.get(url), hold: (url, key) => void keys.set(url, key) };
}
