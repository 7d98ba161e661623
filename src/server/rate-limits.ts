import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import type { Query } from './db/database.ts';
import { AppError } from './errors.ts';

export interface Limit {
  /** Unique: the first limit with a name decides its points and duration. */
  name: string;
  /** Uses per `seconds`. */
  points: number;
  seconds: number;
  /** Shown to the caller. */
  message: string;
}

export const perHour = (name: string, points: number, message: string): Limit => ({
  name,
  points,
  seconds: HOUR / 1000,
  message,
});

export const perDay = ({
  name,
  points,
  message,
  days = 1,
}: {
  name: string;
  points: number;
  message: string;
  days?: number;
}): Limit => ({
  ...perHour(name, points, message),
  seconds: (days * DAY) / 1000,
});

export interface Usage {
  /** Within the current window, including this use. */
  count: number;
  isOver: boolean;
  secondsLeft: number;
}

export const tooManyError = ({ message }: Limit, { secondsLeft }: Pick<Usage, 'secondsLeft'>) =>
  new AppError('too_many_requests', [message], { retryAfter: secondsLeft });

export type RateLimits = ReturnType<typeof createRateLimits>;

export function createRateLimits(query: Query) {
  const limiters = new Map<string, RateLimiterPostgres>();
  // The library uses named statements of node-postgres; PGlite takes only plain ones.
  const storeClient = {
    query: ({ text, values }: { text: string; values?: unknown[] }) => query(text, values),
  };

  const limiterOf = (limit: Limit) => {
    const existing = limiters.get(limit.name);
    if (existing) return existing;
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
    });
    limiters.set(limit.name, limiter);
    return limiter;
  };

  /** Counts a use and returns the usage; does not throw above the limit. */
  async function count(limit: Limit, key: string): Promise<Usage> {
    // Above the limit, the library throws its result instead of returning it.
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
    /** Counts a use of `key`. Throws too_many_requests above the limit. */
    async use(limit: Limit, key: string) {
      const usage = await count(limit, key);
      if (usage.isOver) throw tooManyError(limit, usage);
    },
    readCount: async (limit: Limit, key: string) =>
      (await limiterOf(limit).get(key))?.consumedPoints ?? 0,
    undoUse: async (limit: Limit, key: string) => void (await limiterOf(limit).reward(key)),
    reset: async (limit: Limit, key: string) => void (await limiterOf(limit).delete(key)),
  };
}
