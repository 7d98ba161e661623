import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Query } from './db/open.ts';
import { AppError } from './errors.ts';

export interface Limit {
  name: string;
  points: number;
  seconds: number;
  /** The sentence for the person who is told to wait. */
  message: string;
}

/** Counts a use of `key`; past the limit throws AppError `too_many` with the seconds to wait. */
export interface RateLimits {
  use: (limit: Limit, key: string) => Promise<void>;
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

  return {
    async use(limit, key) {
      try {
        await limiterOf(limit).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError('too_many', 'too_many_requests', limit.message, {
          retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
        });
      }
    },
  };
}
