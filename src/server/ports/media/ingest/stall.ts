/** Some versions of ffmpeg wait for ever after a filter failed. */
const STANDS_STILL_MS = 5 * 60_000;

/** Gives up on a tool whose time in the film does not move. */
export function stallWatch() {
  const stalled = new AbortController();
  const giveUp = () => stalled.abort();
  let timer = setTimeout(giveUp, STANDS_STILL_MS);
  let last = '';
  return {
    signal: stalled.signal,
    seen(time: string) {
      if (time === last) return;
      last = time;
      clearTimeout(timer);
      timer = setTimeout(giveUp, STANDS_STILL_MS);
    },
    end: () => clearTimeout(timer),
  };
}
