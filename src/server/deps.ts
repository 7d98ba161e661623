import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Razorpay } from './ports/payments/razorpay.ts';
import type { Msg91 } from './ports/messenger/msg91.ts';

/** What an action may reach. Passed in, never imported: a test gives its own clock, a second process its own pool. */
export interface Deps {
  db: Db;
  config: Config;
  now: () => Date;
  log: Logger;
  limits: RateLimits;
  razorpay: Razorpay | null;
  sms: Msg91 | null;
  /** Wakes the worker for something due; false-safe: what is due is also found by its schedule. */
  jobs: { wake: (name: 'reconcile') => void };
}

export interface Viewer {
  userId: number;
  roles: string[];
}
