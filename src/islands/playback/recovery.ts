import type Hls from 'hls.js';
import type { ErrorData } from 'hls.js';
import type { FilmEvents, FilmSource } from './film-source.ts';

const RETRY_MS = 5000;
const MEDIA_FAULTS_WITHIN_MS = 30_000;
const TOKEN_REFUSED = [401, 403];
const TICKET_REFUSED = [402, 404, 409];

/** What hls.js cannot mend alone: a token that ended, a connection that is away, a decoder that stumbled. */
export function createRecovery(hls: Hls, source: FilmSource, events: FilmEvents) {
  const mediaFaults: number[] = [];
  let renewing = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const goOn = () => {
    clearTimeout(timer);
    if (stopped) return;
    // Without a master playlist there is nothing to load on.
    if (hls.levels.length) hls.startLoad();
    else hls.loadSource(source.url);
  };

  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    hls.stopLoad();
    removeEventListener('online', goOn);
  };

  // A fault of one moment (429, 5xx, no connection) is asked again for as long as the viewer stays.
  const wait = () => {
    events.onWaiting();
    clearTimeout(timer);
    timer = setTimeout(goOn, RETRY_MS);
  };

  const renewThenGoOn = async () => {
    if (renewing) return;
    renewing = true;
    const outcome = await source.renew();
    renewing = false;
    if (outcome === 'renewed') goOn();
    else if (outcome === 'away') wait();
    else stop();
  };

  const mendMedia = () => {
    const now = performance.now();
    mediaFaults.push(now);
    const recent = mediaFaults.filter((each) => now - each < MEDIA_FAULTS_WITHIN_MS).length;
    if (recent > 3) return events.onBroken();
    if (recent > 1) hls.swapAudioCodec();
    hls.recoverMediaError();
  };

  const onError = ({ fatal, type, response }: ErrorData) => {
    const status = response?.code ?? 0;
    if (stopped) return;
    // A 4xx is never fatal at once for segments, yet no other picture size would be let in either.
    if (TOKEN_REFUSED.includes(status)) return void renewThenGoOn();
    if (TICKET_REFUSED.includes(status)) {
      stop();
      return events.onRefused(status);
    }
    if (!fatal) return;
    if (type === 'networkError') return wait();
    if (type === 'mediaError') return mendMedia();
    events.onBroken();
  };

  addEventListener('online', goOn);
  return { onError, stop };
}
