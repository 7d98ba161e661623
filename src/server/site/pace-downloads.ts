import { setTimeout as pause } from 'node:timers/promises';

/**
 * Of one process, for all downloads of films ahead of their tickets. Chosen: a twentieth of its processor time, because keys,
 * heartbeats and segments of those who watch come first. A CDN has no such limit.
 */
export const DOWNLOAD_BYTES_PER_SECOND = 12_500_000;
/** Chosen: shorter than a proxy waits for a response. */
export const MAX_DOWNLOAD_WAIT_SECONDS = 20;
/** Chosen: a refusal costs little, so that thousands may ask again once a minute. */
export const DOWNLOAD_RETRY_SECONDS = 60;

/** The returned function waits until `bytes` may be sent. False, without waiting, if too much is waiting already. */
export function createDownloadPacer() {
  let freeAt = 0;
  return async (bytes: number): Promise<boolean> => {
    const now = performance.now();
    const startAt = Math.max(now, freeAt);
    if (startAt - now > MAX_DOWNLOAD_WAIT_SECONDS * 1000) return false;
    freeAt = startAt + (bytes / DOWNLOAD_BYTES_PER_SECOND) * 1000;
    if (startAt > now) await pause(startAt - now);
    return true;
  };
}
