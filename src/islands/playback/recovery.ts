import type Hls from 'hls.js';
import type { ErrorData } from 'hls.js';
import type { FilmEvents, FilmSource } from './film-source.ts';

const RETRY_MS = 5000;
const MEDIA_ERROR_WINDOW_MS = 30_000;
const TOKEN_REJECTED_STATUSES = [401, 403];
const TICKET_REJECTED_STATUSES = [402, 404, 409];

/**
 * Recovers from expired tokens, lost connections and decoder errors, which hls.js cannot do alone.
 */
export function createRecovery(hls: Hls, source: FilmSource, events: FilmEvents) {
  const mediaErrorTimes: number[] = [];
  let isRenewing = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const resumeLoading = () => {
    clearTimeout(timer);
    if (isStopped) return;
    // Without a master playlist nothing can be resumed.
    if (hls.levels.length) hls.startLoad();
    else hls.loadSource(source.url);
  };

  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    hls.stopLoad();
    removeEventListener('online', resumeLoading);
  };

  // Retries temporary errors (429, 5xx, no connection) as long as the viewer stays.
  const retryLater = () => {
    events.onWaiting();
    clearTimeout(timer);
    timer = setTimeout(resumeLoading, RETRY_MS);
  };

  const renewThenResume = async () => {
    if (isRenewing) return;
    isRenewing = true;
    const outcome = await source.renew();
    isRenewing = false;
    if (outcome === 'renewed') resumeLoading();
    else if (outcome === 'unreachable') retryLater();
    else stop();
  };

  const recoverMedia = () => {
    const now = performance.now();
    mediaErrorTimes.push(now);
    const recentCount = mediaErrorTimes.filter((each) => now - each < MEDIA_ERROR_WINDOW_MS).length;
    if (recentCount > 3) return events.onFailed();
    if (recentCount > 1) hls.swapAudioCodec();
    hls.recoverMediaError();
  };

  const onError = ({ fatal, type, response }: ErrorData) => {
    const status = response?.code ?? 0;
    if (isStopped) return;
    // hls.js treats a 4xx of a segment as non-fatal and tries other levels, which fail too.
    if (TOKEN_REJECTED_STATUSES.includes(status)) return void renewThenResume();
    if (TICKET_REJECTED_STATUSES.includes(status)) {
      stop();
      return events.onRejected(status);
    }
    if (!fatal) return;
    if (type === 'networkError') return retryLater();
    if (type === 'mediaError') return recoverMedia();
    events.onFailed();
  };

  addEventListener('online', resumeLoading);
  return { onError, stop };
}
