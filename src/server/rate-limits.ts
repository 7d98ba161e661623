import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Query } from './db/database.ts';
import { AppError } from './errors.ts';

export interface Limit {
  name: string;
  points: number;
  seconds: number;
  /** The sentence for the person who is told to wait. */
  message: string;
}

export interface Uses {
  /** In the running window, this one included. */
  count: number;
  isOver: boolean;
  /** Until the window ends. */
  secondsLeft: number;
}

export interface RateLimits {
  /** Counts a use of `key`; past the limit throws AppError `too_many` with the seconds to wait. */
  use: (limit: Limit, key: string) => Promise<void>;
  /** Counts a use and judges nothing. */
  count: (limit: Limit, key: string) => Promise<Uses>;
  /** How many uses were counted. */
  read: (limit: Limit, key: string) => Promise<number>;
  /** Takes back one use that was counted. */
  refund: (limit: Limit, key: string) => Promise<void>;
  /** Begins to count anew. */
  forgive: (limit: Limit, key: string) => Promise<void>;
}

/** Limits that live in the database, so that every process counts the same uses. */
export function createRateLimits(query: Query): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();
  // The library speaks node-postgres' named statements; both databases take their plain form.
  const storeClient = {
    query: ({ text, values }: { text: string; values?: unknown[] }) => query(text, values),
  };

  const limiterOf = (limit: Limit) => {
    const known = limiters.get(limit.name);
    if (known) return known;
    const made = new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
    });
    limiters.set(limit.name, made);
    return made;
  };

  async function count(limit: Limit, key: string): Promise<Uses> {
    // The library throws its result when a use is one too many.
    const uses: unknown = await limiterOf(limit)
      .consume(key)
      .catch((refusal: unknown) => refusal);
    if (!(uses instanceof RateLimiterRes)) throw uses;
    return {
      count: uses.consumedPoints,
      isOver: uses.consumedPoints > limit.points,
      secondsLeft: Math.max(1, Math.ceil(uses.msBeforeNext / 1000)),
    };
  }

  return {
    count,
    async use(limit, key) {
      const { isOver, secondsLeft } = await count(limit, key);
      if (isOver) throw new AppError('too_many', 'too_many_requests', limit.message, { retryAfter: secondsLeft });
    },
    read: async (limit, key) => (await limiterOf(limit).get(key))?.consumedPoints ?? 0,
    refund: async (limit, key) => void (await limiterOf(limit).reward(key)),
    forgive: async (limit, key) => void (await limiterOf(limit).delete(key)),
  };
}
