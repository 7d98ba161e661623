import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from './calls.ts';
import type { StressEnvironment } from './environment.ts';

export interface Purchase {
  userId: number;
  orderId: number;
  provider: 'razorpay' | 'paypal';
  isReportedPaid: boolean;
}

/** Ids of successful responses: the database must contain them from then on. */
export interface Acknowledged {
  orders: number[];
  playbackSessions: string[];
  /** Minutes into the film, by moviePlayId. */
  seekMinutes: Map<number, number>;
}

export interface StressRun {
  environment: StressEnvironment;
  calls: Call[];
  purchases: Purchase[];
  acknowledged: Acknowledged;
  timeouts: string[];
  isFinished: () => boolean;
}

export class VisitAborted extends Error {}

/** Longer than any fault, a provider timeout and the claim of an idempotency key together. */
const GIVES_UP_AFTER_MS = 120_000;
const RETRY_AFTER_MS = 400;

/** Retries `attempt` while it returns null. After the time limit throws VisitAborted and adds `goal` to `timeouts`. */
export async function retryUntilDone<T>(
  run: StressRun,
  goal: string,
  attempt: () => Promise<T | null>,
): Promise<T> {
  const end = performance.now() + GIVES_UP_AFTER_MS;
  while (performance.now() < end) {
    const result = await attempt();
    if (result !== null) return result;
    await pause(RETRY_AFTER_MS * (0.5 + Math.random()));
  }
  run.timeouts.push(goal);
  throw new VisitAborted(goal);
}
