/** Some versions of ffmpeg stop working without an exit after a filter failed. */
const STALL_TIMEOUT_MS = 5 * 60_000;

/** Aborts a tool whose position in the film stops advancing. */
export function watchForStall() {
  const stalled = new AbortController();
  const abort = () => stalled.abort();
  let timer = setTimeout(abort, STALL_TIMEOUT_MS);
  let lastTime = '';
  return {
    signal: stalled.signal,
    reportTime(time: string) {
      if (time === lastTime) return;
      lastTime = time;
      clearTimeout(timer);
      timer = setTimeout(abort, STALL_TIMEOUT_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
