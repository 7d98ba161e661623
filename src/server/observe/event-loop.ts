import { Gauge } from 'prom-client';
import { processRegistry } from './counters.ts';

const TICK_MS = 10;
let longestMs = 0;

new Gauge({
  name: 'matinee_event_loop_longest_block_seconds',
  help: 'Longest computation during which no other request was served, since the last scrape',
  registers: [processRegistry],
  collect() {
    this.set(longestMs / 1000);
    longestMs = 0;
  },
});

interface Tick {
  at: number;
  cpuMs: number;
}

function readTick(): Tick {
  // Before Node 23.9: of the whole process.
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return { at: performance.now(), cpuMs: (user + system) / 1000 };
}

/** Time that the thread waited for a processor is no block: another program was running. */
const blockBetween = (last: Tick, next: Tick) =>
  Math.min(next.at - last.at - TICK_MS, next.cpuMs - last.cpuMs);

/** Returns a function that ends the monitoring. */
export function monitorEventLoop(): () => void {
  let last = readTick();
  const timer = setInterval(() => {
    const next = readTick();
    longestMs = Math.max(longestMs, blockBetween(last, next));
    last = next;
  }, TICK_MS).unref();
  return () => clearInterval(timer);
}
