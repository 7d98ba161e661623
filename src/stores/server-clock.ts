import { atom, onMount } from 'nanostores';
import { onClockCompared, serverNow } from '#api/clock.ts';

export { serverNow };

/** The server's time, anew every so many milliseconds while somebody looks at it, and when the clocks were compared. */
export function createClock(everyMs: number) {
  const $time = atom(serverNow());
  onMount($time, () => {
    const tick = () => $time.set(serverNow());
    tick();
    const timer = setInterval(tick, everyMs);
    const stopComparing = onClockCompared(tick);
    return () => {
      clearInterval(timer);
      stopComparing();
    };
  });
  return $time;
}
