import type { Table } from '../journal.ts';
import type { LateCapture } from './state.ts';

/** Delayed captures. They are stored: after a restart, overdue captures run at once. */
export function createLateCaptures(
  table: Table<LateCapture>,
  capture: (paymentId: string) => void,
) {
  const timers = new Map<string, NodeJS.Timeout>();

  function startTimer({ id, at }: LateCapture) {
    const runCapture = () => {
      if (!table.get(id)) return;
      // A kill between these calls loses nothing: after the restart, a second capture has no
      // effect.
      capture(id);
      table.remove(id);
    };
    timers.set(id, setTimeout(runCapture, Math.max(0, at - Date.now())).unref());
  }

  return {
    resume: () => table.all().forEach(startTimer),
    schedule: (id: string, afterMs: number) =>
      startTimer(table.put({ id, at: Date.now() + afterMs })),
    isBusy: () => table.all().length > 0,
    close: () => timers.forEach((timer) => clearTimeout(timer)),
  };
}
