import { atom, onMount } from 'nanostores';
import { onClockOffsetChange, serverNow } from '#api/server-clock.ts';

export { serverNow };

/**
 * The server's time. Updates at the interval while it has listeners, and when the clock offset
 * changes.
 */
export function createServerClock(intervalMs: number) {
  const $time = atom(serverNow());
  onMount($time, () => {
    const tick = () => $time.set(serverNow());
    tick();
    const timer = setInterval(tick, intervalMs);
    const removeListener = onClockOffsetChange(tick);
    return () => {
      clearInterval(timer);
      removeListener();
    };
  });
  return $time;
}
