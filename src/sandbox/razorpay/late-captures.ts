import type { Table } from '../journal.ts';
import type { LateCapture } from './room.ts';

/** Captures that a script has put off. They outlive a restart: what fell due meanwhile happens at once. */
export function createLateCaptures(table: Table<LateCapture>, capture: (paymentId: string) => void) {
  const timers = new Map<string, NodeJS.Timeout>();

  function arm({ id, at }: LateCapture) {
    const happen = () => {
      if (!table.get(id)) return;
      // Capturing again is harmless, so a kill between the two loses nothing.
      capture(id);
      table.remove(id);
    };
    timers.set(id, setTimeout(happen, Math.max(0, at - Date.now())).unref());
  }

  return {
    resume: () => table.all().forEach(arm),
    schedule: (id: string, afterMs: number) => arm(table.put({ id, at: Date.now() + afterMs })),
    isBusy: () => table.all().length > 0,
    close: () => timers.forEach((timer) => clearTimeout(timer)),
  };
}
