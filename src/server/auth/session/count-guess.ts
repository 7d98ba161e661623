import type { Deps } from '../../deps.ts';
import type { AppError } from '../../errors.ts';
import { undoNetworkLimits, useNetworkLimits } from '../../network-limits.ts';
import { type Limit, tooManyError } from '../../rate-limits.ts';
import { GUESS_LIMITS } from './attempt-limits.ts';
import type { Identity } from './identity.ts';

/**
 * A guess is counted before it is checked, so that concurrent guesses count like successive ones.
 */
interface Guess {
  /**
   * Error for a wrong guess above the limit. A correct valid code is still accepted: each code has
   * its own five tries.
   */
  limitError: AppError | null;
  reset: () => Promise<void>;
}

/**
 * Counts a guess of a code or a password. Throws too_many_requests if the network is above its
 * limit.
 */
export async function countGuess(
  deps: Deps,
  { destination }: Identity,
  { ip, deviceId }: { ip: string; deviceId: string | null },
): Promise<Guess> {
  if (deviceId)
    return countInLimits(deps, [GUESS_LIMITS.deviceHour, GUESS_LIMITS.deviceDay], deviceId);
  await useNetworkLimits(deps, GUESS_LIMITS.address, ip);
  const guess = await countInLimits(
    deps,
    [GUESS_LIMITS.destinationHour, GUESS_LIMITS.destinationDay],
    destination,
  );
  return {
    ...guess,
    reset: async () => {
      await guess.reset();
      await undoNetworkLimits(deps, GUESS_LIMITS.address, ip);
    },
  };
}

async function countInLimits({ limits }: Deps, guessLimits: Limit[], key: string): Promise<Guess> {
  let limitError: AppError | null = null;
  for (const limit of guessLimits) {
    const usage = await limits.count(limit, key);
    if (usage.isOver) limitError ??= tooManyError(limit, usage);
  }
  return {
    limitError,
    reset: async () => {
      for (const limit of guessLimits) await limits.reset(limit, key);
    },
  };
}
