import type { Deps } from '../../deps.ts';
import type { AppError } from '../../errors.ts';
import type { Limit } from '../../rate-limits.ts';
import { GUESS_LIMITS, networkLimits, tooManyError, useNetworkLimits } from './attempt-limits.ts';
import type { Identity } from './identity.ts';

/** A guess is counted before it is checked, so that concurrent guesses count like successive ones. */
export interface Guess {
  /** Error for a wrong guess above the limit. A correct valid code is still accepted: each code has its own five tries. */
  refusal: AppError | null;
  reset: () => Promise<void>;
}

/** Counts a guess of a code or a password. Throws `too_many` if the network is above its limit. */
export async function countGuess(
  deps: Deps,
  { destination }: Identity,
  { ip, deviceId }: { ip: string; deviceId: string | null },
): Promise<Guess> {
  if (deviceId) return countInBudgets(deps, [GUESS_LIMITS.deviceHour, GUESS_LIMITS.deviceDay], deviceId);
  await useNetworkLimits(deps, GUESS_LIMITS.address, ip);
  const guess = await countInBudgets(deps, [GUESS_LIMITS.destinationHour, GUESS_LIMITS.destinationDay], destination);
  return {
    ...guess,
    reset: async () => {
      await guess.reset();
      for (const { limit, key } of networkLimits(deps, GUESS_LIMITS.address, ip)) await deps.limits.undoUse(limit, key);
    },
  };
}

async function countInBudgets({ limits }: Deps, budgets: Limit[], key: string): Promise<Guess> {
  let refusal: AppError | null = null;
  for (const budget of budgets) {
    const uses = await limits.count(budget, key);
    if (uses.isOver) refusal ??= tooManyError(budget, uses);
  }
  return {
    refusal,
    reset: async () => {
      for (const budget of budgets) await limits.reset(budget, key);
    },
  };
}
