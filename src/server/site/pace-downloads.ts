import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Of one idle process, for all downloads of films ahead of their tickets: a tenth of its processor time. A CDN has no such limit. */
export const DOWNLOAD_BYTES_PER_SECOND = 25_000_000;
/** Chosen: shorter than a proxy waits for a response. */
export const MAX_DOWNLOAD_WAIT_SECONDS = 20;
/** Chosen: a refusal costs little, so that thousands may ask again once a minute. */
export const DOWNLOAD_RETRY_SECONDS = 60;
/** Downloads never stop: a viewer may need one tonight. */
const MIN_IDLE_SHARE = 0.3;
const BUSY_SHARE_MS = 2000;

/** Chosen: the cube of the idle share, so a half busy process sends an eighth: keys, heartbeats and segments of those who watch come first. */
export function createDownloadPacer(busyShare = measureBusyShare()) {
  let freeAt = 0;
  return {
    /** True if too much is waiting already. */
    isFull: () => freeAt - performance.now() > MAX_DOWNLOAD_WAIT_SECONDS * 1000,
    /** Waits until `bytes` may be sent. */
    async waitForTurn(bytes: number): Promise<void> {
      const now = performance.now();
      const startAt = Math.max(now, freeAt);
      const idleShare = Math.max(MIN_IDLE_SHARE, 1 - busyShare());
      freeAt = startAt + (bytes / (DOWNLOAD_BYTES_PER_SECOND * idleShare ** 3)) * 1000;
      if (startAt > now) await pause(startAt - now);
    },
  };
}

/** Share of the last two seconds in which the event loop had work: 0 to 1. */
function measureBusyShare(): () => number {
  let [measuredAt, share] = [performance.now(), 0];
  let last = performance.eventLoopUtilization();
  return () => {
    if (performance.now() - measuredAt < BUSY_SHARE_MS) return share;
    share = performance.eventLoopUtilization(last).utilization;
    [measuredAt, last] = [performance.now(), performance.eventLoopUtilization()];
    return share;
  };
}
