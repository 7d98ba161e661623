import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from './calls.ts';
import type { Town } from './town.ts';

/** What a viewer knows of a ticket. */
export interface Purchase {
  userId: number;
  orderId: number;
  provider: 'razorpay' | 'paypal';
  /** The house said PAID. */
  wasTold: boolean;
}

/** What a viewer was answered with success: the database must have it ever after. */
export interface Acknowledged {
  orders: number[];
  sessions: string[];
  /** Minutes into the film, by play. */
  places: Map<number, number>;
}

/** What all viewers share. */
export interface Stage {
  town: Town;
  calls: Call[];
  purchases: Purchase[];
  acknowledged: Acknowledged;
  /** What somebody waited for in vain. */
  stuck: string[];
  isOver: () => boolean;
}

/** The viewer has waited for too long; the story ends here. */
export class GaveUp extends Error {}

/** Whoever meets a fault presses again. More than any fault takes, with what a provider's silence costs and a lease of an idempotency key. */
const GIVES_UP_AFTER_MS = 120_000;
const AGAIN_AFTER_MS = 400;

/** Tries until something comes of it. Throws GaveUp, and then it stands in `stuck`. */
export async function persist<T>(stage: Stage, what: string, attempt: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + GIVES_UP_AFTER_MS;
  while (performance.now() < end) {
    const result = await attempt();
    if (result !== null) return result;
    await pause(AGAIN_AFTER_MS * (0.5 + Math.random()));
  }
  stage.stuck.push(what);
  throw new GaveUp(what);
}
